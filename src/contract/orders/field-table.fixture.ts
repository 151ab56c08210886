import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'

/** The field table with one more row, which nothing else mentions, to test what follows from a row alone. */
export function withOneMoreField<T extends { ORDER_FIELDS: object }>(table: T): T {
  const warehouseNote = {
    kind: 'text',
    label: 'Warehouse note',
    fullLabel: "Shipper's warehouse note",
    input: f.text('Warehouse note', 20),
    row: z.string(),
    panel: 'shipment',
    optional: true,
    list: true,
    booking: {},
    copied: true,
    mail: { variable: 'order.warehouseNote', sample: 'Fragile' },
    note: 'For the warehouse alone',
  }
  return { ...table, ORDER_FIELDS: { ...table.ORDER_FIELDS, warehouseNote } }
}
