import { BLOCKS } from './mail-blocks.ts'
import { block, button, clauses, frame, notice, paragraphs, when } from './mail-frame.ts'
import { SYSTEM_MAILS } from './system-mails.ts'

const DEAR = 'Dear {{ contact.name }},'
const TRACK = button('Track your shipment')

const EVENT_MAILS = [
  {
    key: 'confirmation',
    title: 'Booking confirmation',
    subject: 'Booking {{ order.trackingCode }} is confirmed',
    content: frame(
      'Your booking is confirmed',
      paragraphs(
        DEAR,
        'We have secured space for your cargo. Please make sure your supplier meets the cut-off dates below.',
      ),
      block('milestoneTable'),
      when(
        'confirmation.cargoCutOffAt',
        notice(
          'Cargo due at the depot by <strong>{{ confirmation.cargoCutOffAt }}</strong>, documents due by <strong>{{ confirmation.documentationCutOffAt }}</strong>.',
        ),
      ),
      block('orderSummary'),
      when('confirmation.clauses', clauses()),
      TRACK,
    ),
  },
  {
    key: 'cargoNotReady',
    title: 'Cargo not ready reminder',
    subject: 'Shipment {{ order.trackingCode }}: is the cargo ready?',
    content: frame(
      'Is the cargo ready?',
      paragraphs(
        DEAR,
        '{% if shipper.company %}{{ shipper.company }}{% else %}Your supplier{% endif %} tells us the cargo is not ready yet. If it misses the cut-off, the shipment moves to the next sailing, usually a week later.',
      ),
      when('order.eventComment', notice('{{ order.eventComment }}')),
      when('confirmation.cargoCutOffAt', paragraphs('The cut-off is {{ confirmation.cargoCutOffAt }}.')),
      block('orderSummary'),
      paragraphs('Please call us on +1 604 555 0101 with the new cargo ready date.'),
    ),
  },
  {
    key: 'cutOff',
    title: 'Cut-off reminder',
    subject: 'Cut-off for {{ order.trackingCode }} is approaching',
    content: frame(
      'The cut-off is approaching',
      paragraphs(DEAR, 'Cargo that misses the cut-off stays behind, and late documents hold up the customs entry.'),
      notice(
        "Cargo: <strong>{{ confirmation.cargoCutOffAt | default: 'to be advised' }}</strong><br>Documents: <strong>{{ confirmation.documentationCutOffAt | default: 'to be advised' }}</strong>",
      ),
      paragraphs('We need the commercial invoice and the packing list with the gross weight of every carton.'),
      block('orderSummary'),
      TRACK,
    ),
  },
  {
    key: 'pickUp',
    title: 'Pick-up scheduled',
    subject: 'Pick-up for {{ order.trackingCode }} is scheduled',
    content: frame(
      'Your pick-up is scheduled',
      paragraphs(
        DEAR,
        'Our truck will collect the cargo from {{ shipper.company }} on {{ order.eventDate }}. {% if shipper.person %}We have informed {{ shipper.person }}.{% endif %}',
      ),
      when('order.eventComment', notice('{{ order.eventComment }}')),
      block('orderSummary'),
      TRACK,
    ),
  },
  {
    key: 'atDepot',
    title: 'Cargo received at origin',
    subject: 'Cargo for {{ order.trackingCode }} is at our depot',
    content: frame(
      'Your cargo is at our depot',
      paragraphs(
        DEAR,
        'Your cargo has arrived at {{ order.origin }}. It has been counted and measured, and is ready for loading.',
      ),
      when('order.eventComment', notice('{{ order.eventComment }}')),
      block('orderSummary'),
      block('milestoneTable'),
      TRACK,
    ),
  },
  {
    key: 'departure',
    title: 'Departure with ETA',
    subject: 'Shipment {{ order.trackingCode }} has departed',
    content: frame(
      'Your shipment has departed',
      paragraphs(
        DEAR,
        'Your cargo has left{% if confirmation.portOfLoading %} {{ confirmation.portOfLoading }}{% endif %}{% if confirmation.vessel %} on {{ confirmation.vessel }}{% endif %}. {% if confirmation.portEstimatedTimeOfArrivalAt %}We expect it{% if confirmation.portOfDischarge %} at {{ confirmation.portOfDischarge }}{% endif %} on <strong>{{ confirmation.portEstimatedTimeOfArrivalAt }}</strong>.{% else %}We will tell you when it arrives as soon as we know.{% endif %}',
      ),
      block('milestoneTable'),
      block('orderSummary'),
      TRACK,
    ),
  },
  {
    key: 'datesChanged',
    title: 'Dates changed',
    subject: 'New dates for your cargo{% if confirmation.vessel %} on {{ confirmation.vessel }}{% endif %}',
    content: frame(
      'The dates have changed',
      paragraphs(
        DEAR,
        'The carrier has changed the schedule{% if confirmation.vessel %} of {{ confirmation.vessel }}{% endif %}. These are the dates of your cargo now:',
      ),
      notice('{{ change.list }}'),
      when('order.eventComment', notice('{{ order.eventComment }}')),
      TRACK,
    ),
  },
  {
    key: 'arrival',
    title: 'Arrival notice',
    subject: 'Arrival notice {{ order.trackingCode }}',
    content: frame(
      'Arrival notice',
      paragraphs(
        DEAR,
        'The vessel carrying your cargo has arrived{% if confirmation.portOfDischarge %} at {{ confirmation.portOfDischarge }}{% endif %}.',
      ),
      block('milestoneTable'),
      when(
        'order.brokerage',
        paragraphs('We are filing the customs entry for you and will call if a document is missing.'),
      ),
      paragraphs('Storage is free for five days once the cargo is available at the warehouse.'),
      block('orderSummary'),
      TRACK,
    ),
  },
  {
    key: 'customsExam',
    title: 'Customs exam hold',
    subject: 'Customs hold on {{ order.trackingCode }}',
    content: frame(
      'Customs has selected your shipment for an exam',
      paragraphs(
        DEAR,
        'Customs selects shipments for exams as a matter of routine, and an exam takes two to seven working days. It does not mean anything is wrong with your cargo. Exam fees are passed on at cost.',
      ),
      when('order.eventComment', notice('{{ order.eventComment }}')),
      block('orderSummary'),
      paragraphs('We will write again as soon as the cargo is released.'),
    ),
  },
  {
    key: 'available',
    title: 'Available for pick-up',
    subject: 'Shipment {{ order.trackingCode }} is ready for pick-up',
    content: frame(
      'Your cargo is ready for pick-up',
      paragraphs(DEAR, 'Your cargo has been released and is ready at {{ order.destination }}.'),
      notice('Storage is free for five days. {% if order.eventComment %}{{ order.eventComment }}{% endif %}'),
      block('orderSummary'),
      TRACK,
    ),
  },
  {
    key: 'appointment',
    title: 'Delivery appointment',
    subject: 'Delivery of {{ order.trackingCode }}: {{ order.publicStatus }}',
    content: frame(
      'Delivery of your shipment',
      paragraphs(DEAR, '{{ order.publicStatus }}: {{ order.destination }}, {{ order.eventDate }}.'),
      when(
        'order.shipmentId',
        notice(
          'Amazon shipment <strong>{{ order.shipmentId }}</strong>: please keep it open in your account until we confirm delivery.',
        ),
      ),
      block('orderSummary'),
      TRACK,
    ),
  },
  {
    key: 'delivered',
    title: 'Delivered, with a question',
    subject: 'Shipment {{ order.trackingCode }} has been delivered',
    content: frame(
      'Your shipment has been delivered',
      paragraphs(
        DEAR,
        'Your cargo was delivered to {{ order.destination }} on {{ order.eventDate }}.',
        'Please inspect it: report visible damage within three days, and hidden damage within seven.',
        'How did we do? Tell us on +1 604 555 0101.',
      ),
      block('orderSummary'),
      TRACK,
    ),
  },
] as const

/** All mail templates of the demo: the system templates first, then those for events. */
export const TEMPLATES = [...SYSTEM_MAILS, ...EVENT_MAILS.map((mail) => ({ ...mail, purpose: null }))]
export type MailTemplate = (typeof TEMPLATES)[number]
export type TemplateKey = MailTemplate['key']

/** The blocks a template uses, by their index in BLOCKS. */
export function blocksOf({ content }: MailTemplate): number[] {
  return BLOCKS.flatMap(({ identifier }, at) => (content.includes(`blocks.${identifier} `) ? [at] : []))
}
