import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { LETTERS_NUMBERS, LETTERS_NUMBERS_DASHES, REQUIRED } from '#contract/lib/messages.ts'

/** The greatest volume of an instant quote and of an LCL booking, CBM. */
export const MAX_LCL_CBM = 16

const reference: [RegExp, string] = [/^[A-Za-z0-9-]+$/, LETTERS_NUMBERS_DASHES]
const amazonId: [RegExp, string] = [/^[A-Za-z0-9-]+$/, LETTERS_NUMBERS]

export const orderStatus = f.oneOf([0, 1, 2])
export const tradeTerms = f.oneOf([0, 1, 2, 3])
export const transportationMode = f.oneOf([0, 1])

/** Volume in CBM, weight in kg, cost and value in USD. */
export const quoteFields = {
  transportationMode,
  shipmentTradeTerms: tradeTerms,
  shipmentOriginPort: f.id(REQUIRED),
  shipmentDestination: f.id(REQUIRED),
  shipmentVolume: f.decimal(3, { above: 0, empty: REQUIRED }),
  shipmentWeight: f.decimal(3, { above: 0, empty: REQUIRED }),
  cargoInsurance: f.flag(),
  customBrokerage: f.flag(),
  shipmentValue: f.optionalDecimal(2),
  estimatedTransportation: f.decimal(2, { empty: REQUIRED }),
}
export const contactFields = {
  yourName: f.requiredText('Name', 50),
  companyName: f.requiredText('Company name', 100),
  companyAddress: f.requiredText('Company address', 100),
  email: f.email(),
  phone: f.phone(),
  additionalInfo: f.text('Additional info', 100),
}
export const shipmentFields = {
  shipmentDescription: f.text('Description of goods', 280),
  shipmentPurchase: f.text('Shipment purchase reference', 90, reference),
  suppliersInvoiceNumber: f.text("Supplier's invoice number", 90, reference),
  otherReferenceUsed: f.text('Other reference used', 90, reference),
}
export const shipperFields = {
  companyNameShipper: f.requiredText('Company name', 100),
  companyAddressShipper: f.requiredText('Company address', 100),
  namePersonCharge: f.requiredText('Name of the person in charge', 50),
  emailShipper: f.email(),
  phoneShipper: f.phone(),
  additionalInformationShipper: f.text('Additional info', 100),
}
/** Required for an Amazon cartage only, which the server knows; the format is checked always. */
export const amazonFields = {
  amazonRefId: f.text('Amazon Ref ID', 25, amazonId),
  shipmentId: f.text('Shipment ID (PO)', 25, amazonId),
  merchantName: f.text('Merchant name', 100),
}
export const requestFields = { additionalInformation: f.text('Additional information', 255) }

/** The panels of 'Shipment information' before Booking Confirmation: key, title, and the fields each edits. */
export const ORDER_PANELS = [
  { key: 'quote', title: 'QUOTE SUMMARY', fields: quoteFields },
  { key: 'contact', title: 'Contact', fields: contactFields },
  { key: 'shipment', title: 'SHIPMENT', fields: shipmentFields },
  { key: 'shipper', title: 'SHIPPER', fields: shipperFields },
  { key: 'amazon', title: 'AMAZON FBA BOOKING', fields: amazonFields },
  { key: 'request', title: 'Additional information or request', fields: requestFields },
] as const

/** Every field that a save of an order may change. */
export const orderFields = z.object({
  ...quoteFields,
  ...contactFields,
  ...shipmentFields,
  ...shipperFields,
  ...amazonFields,
  ...requestFields,
  status: orderStatus,
})
export type OrderFields = z.infer<typeof orderFields>

/** How each field of an order is called. */
export const ORDER_LABELS: Record<keyof OrderFields, string> = {
  transportationMode: 'Transportation mode',
  shipmentTradeTerms: 'Shipment trade terms',
  shipmentOriginPort: 'Origin',
  shipmentDestination: 'Destination',
  shipmentVolume: 'Volume, CBM',
  shipmentWeight: 'Weight, KG',
  cargoInsurance: 'Cargo insurance',
  customBrokerage: 'Customs brokerage',
  shipmentValue: 'Shipment value, USD',
  estimatedTransportation: 'Transport cost, USD',
  yourName: 'Name',
  companyName: 'Company name',
  companyAddress: 'Company address',
  email: 'Email',
  phone: 'Phone',
  additionalInfo: 'Additional info',
  shipmentDescription: 'Description of goods',
  shipmentPurchase: 'Shipment purchase reference',
  suppliersInvoiceNumber: "Supplier's invoice number",
  otherReferenceUsed: 'Other reference used',
  companyNameShipper: 'Company name',
  companyAddressShipper: 'Company address',
  namePersonCharge: 'Name of the person in charge',
  emailShipper: 'Email',
  phoneShipper: 'Phone',
  additionalInformationShipper: 'Additional info',
  amazonRefId: 'Amazon Ref ID',
  shipmentId: 'Shipment ID (PO)',
  merchantName: 'Merchant name',
  additionalInformation: 'Additional information',
  status: 'Status',
}
