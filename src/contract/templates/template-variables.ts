import { MailPurpose } from '#contract/mails/mails.ts'

/** A fixed variable of mail templates. The identifier is its path; `sample` is what a preview without an order shows. */
export interface TemplateVariable {
  id: number
  name: string
  identifier: string
  description: string
  sample: string
}

type Line = readonly [identifier: string, name: string, description: string, sample: string]

const LINES: readonly Line[] = [
  ['order.trackingCode', 'Tracking code', 'Four letters and eight digits', 'ABCD12345678'],
  ['order.createdAt', 'Order date', 'Day on which the order was made', 'Nov 20 2026'],
  ['order.status', 'Order status', 'In progress, Cancelled or Completed', 'In progress'],
  ['order.event', 'Last event', 'Name of the event that was set last', 'Loaded on Vessel'],
  ['order.publicStatus', 'Public status', 'Public status of the last event', 'On board'],
  ['order.eventDate', 'Event date', 'Date and time of the last event', 'Nov 20 2026 9:05'],
  ['order.eventComment', 'Event comment', 'Comment on the last event', 'Loaded in good condition'],
  ['order.origin', 'Origin', 'Where the cargo comes from', 'Ningbo Beilun CFS'],
  ['order.destination', 'Destination', 'Where the cargo goes to', 'Amazon ONT8'],
  ['order.tradeTerms', 'Trade terms', 'Who brings the cargo to the depot', 'Pick-Up from Supplier'],
  ['order.mode', 'Transportation mode', 'Less-than-Container Load or Full Container Load', 'Less-than-Container Load'],
  ['order.volume', 'Volume', 'CBM, a plain number', '3.5'],
  ['order.weight', 'Weight', 'kg, a plain number', '620'],
  ['order.value', 'Shipment value', 'Value of the goods in USD', '$8\u00a0500.00'],
  ['order.cost', 'Transport cost', 'Estimated transportation in USD', '$855.96'],
  ['order.insurance', 'Cargo insurance', "'Yes' when cargo insurance was asked for, else empty", 'Yes'],
  ['order.brokerage', 'Customs brokerage', "'Yes' when customs brokerage was asked for, else empty", 'Yes'],
  ['order.description', 'Description of goods', 'What is shipped', 'Kitchen ware, 40 cartons'],
  ['order.purchase', 'Purchase reference', "The client's own purchase reference", 'PO-7731'],
  ['order.amazonRefId', 'Amazon Ref ID', 'Amazon shipments only', '5HTR2QWE'],
  ['order.shipmentId', 'Shipment ID (PO)', 'Amazon shipments only', 'FBA15CX2M7KD'],
  [
    'order.additionalInformation',
    'Additional information',
    'Additional information or request',
    'Please call before delivery',
  ],
  ['contact.name', 'Contact name', 'Who ordered', 'Anna Berg'],
  ['contact.company', 'Contact company', 'Company of the contact', 'Berg Trading Ltd.'],
  ['contact.address', 'Contact address', 'Company address of the contact', '12 Harbour Road, Vancouver'],
  ['contact.email', 'Contact email', 'Where mails on this order go', 'anna@berg-trading.example'],
  ['contact.phone', 'Contact phone', 'Digits only', '16045550100'],
  ['contact.additionalInfo', 'Contact additional info', 'More on the contact', 'Office hours only'],
  ['shipper.company', 'Shipper company', 'Company of the supplier', 'Ningbo Kitchen Co.'],
  ['shipper.address', 'Shipper address', 'Address of the supplier', '88 Renmin Road, Ningbo'],
  ['shipper.person', 'Shipper person', 'Person in charge at the supplier', 'Li Wei'],
  ['shipper.email', 'Shipper email', 'Mail address of the supplier', 'li@ningbo-kitchen.example'],
  ['shipper.phone', 'Shipper phone', 'Digits only', '8657455501000'],
  ['shipper.additionalInfo', 'Shipper additional info', 'More on the supplier', 'Gate 3'],
  ['client.name', 'Client name', 'Name of the account', 'Anna Berg'],
  ['client.company', 'Client company', 'Company of the account', 'Berg Trading Ltd.'],
  ['client.address', 'Client address', 'Company address of the account', '12 Harbour Road, Vancouver'],
  ['client.email', 'Client email', 'Login of the account', 'anna@berg-trading.example'],
  ['client.phone', 'Client phone', 'Digits only', '16045550100'],
  ['client.businessNumber', 'Canadian Business Number', 'Empty when the client has none', '123456789RC0001'],
  ['confirmation.vessel', 'Vessel', 'Name of the vessel', 'EVER LUCID'],
  ['confirmation.voyage', 'Voyage', 'Number of the voyage', '045E'],
  ['confirmation.placeOfReceipt', 'Place of receipt', 'Name of the city or port', 'Ningbo'],
  ['confirmation.portOfLoading', 'Port of loading', 'Name of the port', 'Ningbo'],
  ['confirmation.portOfDischarge', 'Port of discharge', 'Name of the port', 'Los Angeles'],
  ['confirmation.placeOfDelivery', 'Place of delivery', 'Name of the city or port', 'Moreno Valley'],
  ['confirmation.cargoReadyAt', 'Cargo ready', 'Date and time', 'Nov 12 2026 9:00'],
  ['confirmation.cargoCutOffAt', 'Cargo cut-off', 'Date and time', 'Nov 15 2026 17:00'],
  ['confirmation.documentationCutOffAt', 'Documentation cut-off', 'Date and time', 'Nov 14 2026 12:00'],
  ['confirmation.estimatedTimeOfDepartureAt', 'ETD', 'Estimated departure, a day', 'Nov 20 2026'],
  ['confirmation.actualTimeOfDepartureAt', 'ATD', 'Actual departure, a day', 'Nov 21 2026'],
  [
    'confirmation.portEstimatedTimeOfArrivalAt',
    'ETA at the port',
    'Estimated arrival at the port, a day',
    'Dec 6 2026',
  ],
  ['confirmation.portActualTimeOfArrivalAt', 'ATA at the port', 'Actual arrival at the port, a day', 'Dec 7 2026'],
  [
    'confirmation.placeEstimatedTimeOfArrivalAt',
    'ETA at the place of delivery',
    'Estimated arrival there, a day',
    'Dec 14 2026',
  ],
  [
    'confirmation.placeActualTimeOfArrivalAt',
    'ATA at the place of delivery',
    'Actual arrival there, a day',
    'Dec 15 2026',
  ],
  [
    'confirmation.clauses',
    'Booking clauses',
    'Rich text, printed with its formatting',
    '<p>Subject to carrier terms.</p>',
  ],
  ['site.url', 'Site address', 'Main page of the public site', 'https://www.quayside.example'],
  [
    'site.trackingUrl',
    'Tracking address',
    'Public page of this shipment',
    'https://www.quayside.example/tracking?code=ABCD12345678',
  ],
  [
    'reset.url',
    'Password reset address',
    'In the mail Password reset only',
    'https://office.quayside.example/reset-password/sample',
  ],
]

/** Every variable a template may use, in the order in which the ids count from 1. */
export const TEMPLATE_VARIABLES: readonly TemplateVariable[] = LINES.map(
  ([identifier, name, description, sample], index) => ({
    id: index + 1,
    identifier,
    name,
    description,
    sample,
  }),
)

/** The one variable whose value is HTML, cleaned before it is stored; it is not escaped in a mail. */
export const HTML_VARIABLE = 'confirmation.clauses'

/** Identifiers that a mail of this purpose may use; `reset.url` belongs to the password reset mail alone. */
export function variablesFor(purpose: MailPurpose | null): ReadonlySet<string> {
  const identifiers = TEMPLATE_VARIABLES.map((variable) => variable.identifier)
  return new Set(identifiers.filter((one) => purpose === MailPurpose.PASSWORD_RESET || !one.startsWith('reset.')))
}
