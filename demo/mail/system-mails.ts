import { block, button, frame, paragraphs, when } from './mail-frame.ts'

const DEAR = 'Dear {{ contact.name }},'

/** What the product itself sends, with the demo's blocks: the texts of a plain install, dressed up. */
export const SYSTEM_MAILS = [
  {
    key: 'bookingRequest',
    purpose: 'booking-request',
    title: 'Booking request',
    subject: 'Your booking {{ order.trackingCode }}',
    content: frame(
      'We received your booking',
      paragraphs(
        DEAR,
        'thank you for your booking. These are the details as we have them; please tell us if something is wrong. We confirm the space within one working day.',
      ),
      block('orderSummary'),
      when('order.cost', paragraphs('Estimated cost: <strong>{{ order.cost }}</strong>, {{ order.tradeTerms }}.')),
      when(
        'shipper.company',
        paragraphs('We get in touch with {{ shipper.person }} at {{ shipper.company }} about the cargo ready date.'),
      ),
      when('order.additionalInformation', paragraphs('Your request: {{ order.additionalInformation }}')),
      button('Track your shipment'),
    ),
  },
  {
    key: 'quoteRequest',
    purpose: 'quote-request',
    title: 'Quote request',
    subject: 'Your quote request {{ order.trackingCode }}',
    content: frame(
      'We received your quote request',
      paragraphs(
        DEAR,
        'thank you for your request. We are asking the carriers and come back to you within two working days.',
      ),
      block('orderSummary'),
      when('order.additionalInformation', paragraphs('Your message: {{ order.additionalInformation }}')),
      button('See your request'),
    ),
  },
  {
    key: 'orderChanged',
    purpose: 'order-changed',
    title: 'Order changed',
    subject: 'Your order {{ order.trackingCode }} was changed',
    content: frame(
      'Your order was changed',
      paragraphs(
        DEAR,
        'we changed the details of your order. This is how it stands now: <strong>{{ order.status }}</strong>.',
      ),
      block('orderSummary'),
      when('order.cost', paragraphs('Estimated cost: <strong>{{ order.cost }}</strong>')),
      when('confirmation.portOfLoading', block('milestoneTable')),
      button('Track your shipment'),
    ),
  },
  {
    key: 'passwordReset',
    purpose: 'password-reset',
    title: 'Password reset',
    subject: 'Choose a new password',
    content: frame(
      'Choose a new password',
      paragraphs(
        'Dear {{ client.name }},',
        'a new password was asked for the account {{ client.email }}. The link below works once, within one hour.',
        'If it was not you, leave this mail alone: nothing changes.',
      ),
      button('Choose a new password', '{{ reset.url }}'),
    ),
  },
] as const
