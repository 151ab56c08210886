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
        'we have space for your cargo. Please make sure that the supplier keeps the cut-off dates below.',
      ),
      block('milestoneTable'),
      when(
        'confirmation.cargoCutOffAt',
        notice(
          'Cargo at the depot by <strong>{{ confirmation.cargoCutOffAt }}</strong>, documents by <strong>{{ confirmation.documentationCutOffAt }}</strong> (UTC).',
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
        'the supplier {% if shipper.company %}{{ shipper.company }} {% endif %}tells us that the cargo is not ready yet. Each day counts: past the cut-off the shipment moves to the next sailing, usually a week later.',
      ),
      when('order.eventComment', notice('{{ order.eventComment }}')),
      when('confirmation.cargoCutOffAt', paragraphs('The cut-off is {{ confirmation.cargoCutOffAt }} (UTC).')),
      block('orderSummary'),
      paragraphs('Please answer this mail with the new cargo ready date.'),
    ),
  },
  {
    key: 'cutOff',
    title: 'Cut-off reminder',
    subject: 'Cut-off for {{ order.trackingCode }} is near',
    content: frame(
      'The cut-off is near',
      paragraphs(
        DEAR,
        'cargo that is not at the depot at the cut-off stays behind, and documents that come later hold up the customs entry.',
      ),
      notice(
        "Cargo: <strong>{{ confirmation.cargoCutOffAt | default: 'to be advised' }}</strong><br>Documents: <strong>{{ confirmation.documentationCutOffAt | default: 'to be advised' }}</strong> (UTC)",
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
      'The pick-up is scheduled',
      paragraphs(
        DEAR,
        'our truck collects the cargo at {{ shipper.company }} on {{ order.eventDate }}. {% if shipper.person %}{{ shipper.person }} has been told.{% endif %}',
      ),
      when('order.eventComment', notice('{{ order.eventComment }}')),
      block('orderSummary'),
      TRACK,
    ),
  },
  {
    key: 'atDepot',
    title: 'Cargo received at origin',
    subject: 'Cargo of {{ order.trackingCode }} is at our depot',
    content: frame(
      'Your cargo is at our depot',
      paragraphs(
        DEAR,
        'the cargo arrived at {{ order.origin }}, was counted and measured, and waits for its container.',
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
        "your cargo left {{ confirmation.portOfLoading }}{% if confirmation.vessel %} on {{ confirmation.vessel }}{% endif %}. We expect it at {{ confirmation.portOfDischarge }} on <strong>{{ confirmation.portEstimatedTimeOfArrivalAt | default: 'a day to be advised' }}</strong>.",
      ),
      block('milestoneTable'),
      block('orderSummary'),
      TRACK,
    ),
  },
  {
    key: 'arrival',
    title: 'Arrival notice',
    subject: 'Arrival notice {{ order.trackingCode }}',
    content: frame(
      'Arrival notice',
      paragraphs(DEAR, 'the vessel with your cargo is at {{ confirmation.portOfDischarge }}.'),
      block('milestoneTable'),
      when(
        'order.brokerage',
        paragraphs('We file the customs entry for you. Please send what is still missing of the documents today.'),
      ),
      paragraphs('Storage is free for five days after the cargo is available at the warehouse.'),
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
        'such exams are chosen by customs and take two to seven working days. Nothing is wrong with your cargo because of it. Exam fees are passed on at cost.',
      ),
      when('order.eventComment', notice('{{ order.eventComment }}')),
      block('orderSummary'),
      paragraphs('We write again as soon as the cargo is released.'),
    ),
  },
  {
    key: 'available',
    title: 'Available for pick-up',
    subject: 'Shipment {{ order.trackingCode }} can be collected',
    content: frame(
      'Your cargo can be collected',
      paragraphs(DEAR, 'your cargo is released and waits at {{ order.destination }}.'),
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
      paragraphs(DEAR, '{{ order.publicStatus | downcase }}: {{ order.destination }}, {{ order.eventDate }} (UTC).'),
      when(
        'order.shipmentId',
        notice(
          'Amazon shipment <strong>{{ order.shipmentId }}</strong>: please leave its status open until we confirm the delivery.',
        ),
      ),
      block('orderSummary'),
      TRACK,
    ),
  },
  {
    key: 'delivered',
    title: 'Delivered, with a question',
    subject: 'Shipment {{ order.trackingCode }} is delivered',
    content: frame(
      'Your shipment is delivered',
      paragraphs(
        DEAR,
        'your cargo was handed over at {{ order.destination }} on {{ order.eventDate }}.',
        'Please look it over: damage that shows has to be reported within three days, damage that does not show within seven.',
        'How did we do? A line in answer to this mail helps us more than any form.',
      ),
      block('orderSummary'),
      TRACK,
    ),
  },
] as const

/** All mail templates of the demo: the system's four, then those for events. */
export const TEMPLATES = [...SYSTEM_MAILS, ...EVENT_MAILS.map((mail) => ({ ...mail, purpose: null }))]
export type MailTemplate = (typeof TEMPLATES)[number]
export type TemplateKey = MailTemplate['key']

/** Which blocks a template uses, by their place in BLOCKS. */
export function blocksOf({ content }: MailTemplate): number[] {
  return BLOCKS.flatMap(({ identifier }, at) => (content.includes(`blocks.${identifier} `) ? [at] : []))
}
