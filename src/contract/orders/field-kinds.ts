import { z } from 'zod'

/** Kinds of fields. A field's row schema, widget and printed form follow from its kind. */
const KINDS = {
  text: z.string(),
  longText: z.string(),
  email: z.string(),
  phone: z.string(),
  /** CBM or kg; null if a quote request leaves it open. */
  quantity: z.number().nullable(),
  /** USD; null if a quote request leaves it open. */
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
  /** The schema that a save is checked by. */
  input: z.ZodType
  /** The plain schema of a reply. */
  row: z.ZodType
  panel: PanelKey | null
  /** The label where no panel names the record, such as in the audit trail. */
  fullLabel?: string
  /** True for a field that may be empty. */
  optional?: true
  /** True for a field of the orders list. */
  list?: true
  /** True for a field of a client's orders that the list does not have. */
  clientList?: true
  /** The field in the form in which staff book an LCL order: its label or rule there, if they differ. */
  booking?: { label?: string; input?: z.ZodType }
  /**
   * True for a field that a copied order takes over, as true of the next shipment too. References and
   * Amazon's ids name one shipment.
   */
  copied?: true
  /** The variable in mails, and the sample that a preview without an order shows. */
  mail?: { variable: string; sample: string }
  /** A note that the API document adds to the label. */
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
