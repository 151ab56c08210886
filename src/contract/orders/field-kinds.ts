import { z } from 'zod'

/** Kinds of fields. A field's row schema, widget and printed form follow from its kind. */
const KINDS = {
  text: z.string(),
  longText: z.string(),
  email: z.string(),
  phone: z.string(),
  /** CBM or kg; null while a quote request leaves it open. */
  quantity: z.number().nullable(),
  /** USD; null while a quote request leaves it open. */
  money: z.number().nullable(),
  flag: z.boolean(),
  mode: z.int(),
  terms: z.int(),
  status: z.int(),
  origin: z.int().nullable(),
  destination: z.int().nullable(),
}
export type FieldKind = keyof typeof KINDS

/** The panels of 'Shipment information' before Booking Confirmation. */
export type PanelKey = 'quote' | 'contact' | 'shipment' | 'shipper' | 'amazon' | 'request'

export interface OrderFieldRow {
  kind: FieldKind
  label: string
  /** Validates a save. */
  input: z.ZodType
  /** The plain schema of a reply. */
  row: z.ZodType
  panel: PanelKey | null
  /** Its label where no panel says whose it is, such as the audit trail. */
  fullLabel?: string
  /** May be left empty. */
  optional?: true
  /** Included in the orders list. */
  list?: true
  /** Included in a client's orders, in addition to the fields of the list. */
  clientList?: true
  /** Part of the form in which staff book an LCL order, with that form's label or rule if it differs. */
  booking?: { label?: string; input?: z.ZodType }
  /** Copied into a new order: true of the next shipment too. References and Amazon's ids name one shipment. */
  copied?: true
  /** Its variable in mails, and the sample that previews without an order show. */
  mail?: { variable: string; sample: string }
  /** What the API document adds to the label. */
  note?: string
}

/** A row of the table: `row` follows from the kind. */
export const field = <K extends FieldKind, const O extends Omit<OrderFieldRow, 'kind' | 'row'>>(
  kind: K,
  options: O,
) => ({
  kind,
  row: KINDS[kind],
  ...options,
})
