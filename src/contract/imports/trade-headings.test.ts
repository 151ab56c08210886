import { expect, test } from 'vitest'
import { IMPORT_FIELDS, IMPORT_KINDS } from './import-fields.ts'
import { fieldByLabel, fieldInTrade, type HeadedFile } from './trade-headings.ts'

test.each<[HeadedFile, string, string | null]>([
  ['orders', 'CBM', 'shipmentVolume'],
  ['orders', 'kg', 'shipmentWeight'],
  ['orders', 'Gewicht (kg)', 'shipmentWeight'],
  ['orders', 'Bruttogewicht', 'shipmentWeight'],
  ['orders', 'Volumen [m³]', 'shipmentVolume'],
  ['orders', 'Kunde', 'companyName'],
  ['orders', 'Client', 'companyName'],
  ['orders', 'Tracking #', 'trackingCode'],
  ['orders', 'PO', 'shipmentPurchase'],
  ['orders', 'Ref.', 'otherReferenceUsed'],
  ['orders', 'Lieferant', 'companyNameShipper'],
  ['orders', 'Numéro de suivi', 'trackingCode'],
  ['orders', 'Löschhafen', 'portOfDischarge'],
  ['orders', 'Warenwert USD', 'shipmentValue'],
  ['orders', '毛重', 'shipmentWeight'],
  ['orders', 'Weight (lbs)', null], // another unit
  ['orders', 'Volume kg', null],
  ['orders', 'Notes', null],
  ['orders', 'constructor', null],
  ['orders', '', null],
  ['clients', 'Firma', 'companyName'],
  ['clients', 'E-Mail-Adresse', 'email'],
  ['clients', 'Telefon', 'phone'],
  ['clients', 'Ansprechpartner', 'username'],
  ['freight', 'Destination', 'dest'],
  ['freight', 'Rate per CBM', 'cbm'],
  ['freight', 'Tonne', 'mt'],
  ['delivery', 'Laufzeit', 'days'],
  ['delivery', 'Ziel', 'cartage'],
  ['locations', 'Stadt', 'cityId'],
])('in a file of %s the heading %j means %s', (kind, heading, field) => {
  expect(fieldInTrade(kind, heading)).toBe(field)
})

test.each(IMPORT_KINDS)('a heading that is the label of a field of %s never means another one in the trade', (kind) => {
  const labels = IMPORT_FIELDS[kind]
  for (const [field, label] of Object.entries(labels)) {
    expect(fieldByLabel(labels, label), label).toBe(field)
    expect(fieldInTrade(kind, label) ?? field, label).toBe(field)
  }
})
