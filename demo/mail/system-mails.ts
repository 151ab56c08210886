import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { block, button, frame, listOfDocuments, news, paragraphs, when } from './mail-frame.ts'

const DEAR = 'Dear {{ contact.name }},'

/** Mails that the product sends by itself: the texts of a fresh install, with the demo's blocks. */
export const SYSTEM_MAILS = [
  {
    key: 'bookingRequest',
    purpose: MailPurpose.BOOKING_REQUEST,
    title: 'Booking request',
    subject: 'Your booking {{ order.trackingCode }}',
    content: frame(
      'We received your booking',
      paragraphs(
        DEAR,
        'Thank you for your booking. Please check the details below and call us on +1 604 555 0101 if anything is wrong. We will confirm space within one working day.',
      ),
      block('orderSummary'),
      when('order.cost', paragraphs('Estimated cost: <strong>{{ order.cost }}</strong>, {{ order.tradeTerms }}.')),
      when(
        'shipper.company',
        paragraphs('We will contact {{ shipper.person }} at {{ shipper.company }} about the cargo ready date.'),
      ),
      when('order.additionalInformation', paragraphs('Your request: {{ order.additionalInformation }}')),
      button('Track your shipment'),
    ),
  },
  {
    key: 'quoteRequest',
    purpose: MailPurpose.QUOTE_REQUEST,
    title: 'Quote request',
    subject: 'Your quote request {{ order.trackingCode }}',
    content: frame(
      'We received your quote request',
      paragraphs(
        DEAR,
        'Thank you for your request. We are checking rates with the carriers and will reply within two working days.',
      ),
      block('orderSummary'),
      when('order.additionalInformation', paragraphs('Your message: {{ order.additionalInformation }}')),
      button('View your request'),
    ),
  },
  {
    key: 'orderChanged',
    purpose: MailPurpose.ORDER_CHANGED,
    title: 'Order changed',
    subject: 'Your order {{ order.trackingCode }} has changed',
    content: frame(
      'Your order has changed',
      paragraphs(DEAR, 'We have updated your order. Its status is now <strong>{{ order.status }}</strong>.'),
      block('orderSummary'),
      when('order.cost', paragraphs('Estimated cost: <strong>{{ order.cost }}</strong>')),
      when('confirmation.portOfLoading', block('milestoneTable')),
      button('Track your shipment'),
    ),
  },
  {
    key: 'documentsRequested',
    purpose: MailPurpose.DOCUMENTS_REQUESTED,
    title: 'Documents requested',
    subject: 'Documents for your shipment {{ order.trackingCode }}',
    content: frame(
      'We need documents for your shipment',
      paragraphs(DEAR, 'For your shipment {{ order.trackingCode }} we need:'),
      listOfDocuments(),
      paragraphs(
        'Please upload them with the button below. The link works for 14 days and needs no password; only you have it.',
      ),
      button('Upload documents', '{{ request.url }}'),
    ),
  },
  {
    key: 'trackingUpdate',
    purpose: MailPurpose.TRACKING_UPDATE,
    title: 'Tracking update',
    subject: 'News of shipment {{ order.trackingCode }}',
    content: frame(
      'News of your shipment',
      paragraphs(
        'Shipment {{ order.trackingCode }}{% if order.origin %}, {{ order.origin }} to {{ order.destination }}{% endif %}:',
      ),
      news(),
      button('Track the shipment'),
      when(
        'tracking.unsubscribeUrl',
        paragraphs(
          'You get this mail because you asked for updates on this shipment. <a href="{{ tracking.unsubscribeUrl }}" style="color:#1f4e79;">Unsubscribe</a>',
        ),
      ),
    ),
  },
  {
    key: 'trackingConfirmation',
    purpose: MailPurpose.TRACKING_CONFIRMATION,
    title: 'Tracking confirmation',
    subject: 'Updates on shipment {{ order.trackingCode }}: please confirm',
    content: frame(
      'Confirm your updates',
      paragraphs(
        'Somebody, probably you, asked us to send news of shipment {{ order.trackingCode }}{% if order.origin %}, {{ order.origin }} to {{ order.destination }},{% endif %} to this address.',
        'Please confirm with the button below. If it was not you, ignore this mail: nothing more will come.',
      ),
      button('Send me updates', '{{ tracking.confirmUrl }}'),
    ),
  },
  {
    key: 'offer',
    purpose: MailPurpose.OFFER,
    title: 'Offer',
    subject: 'Our offer {{ offer.reference }}',
    content: frame(
      'Our offer',
      paragraphs(
        DEAR,
        'Thank you for asking. The button below leads to our prices. You can accept one there, or ask a question.',
      ),
      when('offer.note', paragraphs('{{ offer.note }}')),
      paragraphs('Offer {{ offer.reference }} is valid until {{ offer.validUntil }}.'),
      button('See the offer', '{{ offer.url }}'),
    ),
  },
  {
    key: 'offerFollowUp',
    purpose: MailPurpose.OFFER_FOLLOW_UP,
    title: 'Offer follow-up',
    subject: 'Our offer {{ offer.reference }}: any questions?',
    content: frame(
      'Our offer is still open',
      paragraphs(
        DEAR,
        'Some days ago we sent you our offer {{ offer.reference }}. It is valid until {{ offer.validUntil }}.',
        'Is anything missing, or should we change something? You can ask on the page of the offer.',
      ),
      button('See the offer', '{{ offer.url }}'),
    ),
  },
  {
    key: 'offerAccepted',
    purpose: MailPurpose.OFFER_ACCEPTED,
    title: 'Offer accepted',
    subject: 'Offer {{ offer.reference }} was accepted',
    content: frame(
      'Thank you for your order',
      paragraphs(
        DEAR,
        'Our offer {{ offer.reference }} was accepted by {{ offer.answeredName }}. We will get in touch about what comes next.',
        'If you did not expect this, please call us at once.',
      ),
    ),
  },
  {
    key: 'passwordReset',
    purpose: MailPurpose.PASSWORD_RESET,
    title: 'Password reset',
    subject: 'Choose a new password',
    content: frame(
      'Choose a new password',
      paragraphs(
        'Dear {{ client.name }},',
        'Someone asked to reset the password for {{ client.email }}. The link below works once and expires in one hour.',
        'If it was not you, ignore this mail. Your password stays the same.',
      ),
      button('Choose a new password', '{{ reset.url }}'),
    ),
  },
] as const
