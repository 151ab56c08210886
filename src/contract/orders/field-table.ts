import {
  codesIn,
  MODE_LABELS,
  OrderStatus,
  STATUS_LABELS,
  TRADE_TERMS_LABELS,
  TradeTerms,
  TransportationMode,
} from '#contract/codes/order-codes.ts'
import * as f from '#contract/lib/fields.ts'
import { LETTERS_NUMBERS, LETTERS_NUMBERS_DASHES, REQUIRED } from '#contract/lib/messages.ts'
import { field, type OrderFieldRow } from './field-kinds.ts'

const reference: [RegExp, string] = [/^[A-Za-z0-9-]+$/, LETTERS_NUMBERS_DASHES]
const amazonId: [RegExp, string] = [/^[A-Za-z0-9-]+$/, LETTERS_NUMBERS]

/**
 * The fields of an order that a save may change, in the order of the panels. The key names the field in the
 * API; its column is the same name in snake case. Schemas, labels, forms, print view, mail variables, column
 * lists and the audit trail follow from this table: see 'Adding a field to an order' in docs/development.md.
 */
export const ORDER_FIELDS = {
  transportationMode: field('mode', {
    label: 'Transportation mode',
    input: f.oneOf(Object.values(TransportationMode)),
    panel: 'quote',
    mail: { variable: 'order.mode', sample: 'Less-than-Container Load' },
    note: codesIn(MODE_LABELS),
  }),
  shipmentTradeTerms: field('terms', {
    label: 'Shipment trade terms',
    input: f.oneOf(Object.values(TradeTerms)),
    panel: 'quote',
    mail: { variable: 'order.tradeTerms', sample: 'Pick-Up from Supplier' },
    note: codesIn(TRADE_TERMS_LABELS),
  }),
  shipmentOriginPort: field('origin', {
    label: 'Origin',
    input: f.id(REQUIRED),
    panel: 'quote',
    note: 'Id of a pick-up location (terms 3), a depot (terms 0 to 2) or, on a quote request, a port',
  }),
  shipmentDestination: field('destination', {
    label: 'Destination',
    input: f.id(REQUIRED),
    panel: 'quote',
    note: 'Cartage id',
  }),
  shipmentVolume: field('quantity', {
    label: 'Volume, CBM',
    input: f.decimal(3, { above: 0, empty: REQUIRED }),
    panel: 'quote',
    list: true,
    mail: { variable: 'order.volume', sample: '3.5' },
  }),
  shipmentWeight: field('quantity', {
    label: 'Weight, KG',
    input: f.decimal(3, { above: 0, empty: REQUIRED }),
    panel: 'quote',
    mail: { variable: 'order.weight', sample: '620' },
  }),
  cargoInsurance: field('flag', {
    label: 'Cargo insurance',
    input: f.flag(),
    panel: 'quote',
    optional: true,
    mail: { variable: 'order.insurance', sample: 'Yes' },
  }),
  customBrokerage: field('flag', {
    label: 'Customs brokerage',
    input: f.flag(),
    panel: 'quote',
    optional: true,
    mail: { variable: 'order.brokerage', sample: 'Yes' },
  }),
  shipmentValue: field('money', {
    label: 'Shipment value, USD',
    input: f.optionalDecimal(2),
    panel: 'quote',
    optional: true,
    mail: { variable: 'order.value', sample: '$8\u00a0500.00' },
    note: 'Required with insurance or brokerage',
  }),
  estimatedTransportation: field('money', {
    label: 'Transport cost, USD',
    input: f.decimal(2, { empty: REQUIRED }),
    panel: 'quote',
    mail: { variable: 'order.cost', sample: '$855.96' },
  }),

  yourName: field('text', {
    label: 'Name',
    input: f.requiredText('Name', 50),
    panel: 'contact',
    list: true,
    booking: {},
    mail: { variable: 'contact.name', sample: 'Anna Berg' },
  }),
  companyName: field('text', {
    label: 'Company name',
    input: f.requiredText('Company name', 100),
    panel: 'contact',
    list: true,
    booking: {},
    mail: { variable: 'contact.company', sample: 'Berg Trading Ltd.' },
  }),
  companyAddress: field('text', {
    label: 'Company address',
    input: f.requiredText('Company address', 100),
    panel: 'contact',
    booking: {},
    mail: { variable: 'contact.address', sample: '12 Harbour Road, Vancouver' },
  }),
  email: field('email', {
    label: 'Email',
    input: f.email(),
    panel: 'contact',
    booking: {},
    mail: { variable: 'contact.email', sample: 'anna@berg-trading.example' },
    note: 'Where mails about the order go',
  }),
  phone: field('phone', {
    label: 'Phone',
    input: f.phone(),
    panel: 'contact',
    booking: {},
    mail: { variable: 'contact.phone', sample: '16045550100' },
    note: 'Digits only',
  }),
  additionalInfo: field('longText', {
    label: 'Additional info',
    input: f.longText('Additional info', 100),
    panel: 'contact',
    optional: true,
    booking: {},
    mail: { variable: 'contact.additionalInfo', sample: 'Office hours only' },
  }),

  shipmentDescription: field('longText', {
    label: 'Description of goods',
    input: f.longText('Description of goods', 280),
    panel: 'shipment',
    optional: true,
    booking: { input: f.requiredLongText('Description of goods', 280) },
    copied: true,
    mail: { variable: 'order.description', sample: 'Kitchenware, 40 cartons' },
  }),
  shipmentPurchase: field('text', {
    label: 'Shipment purchase reference',
    input: f.text('Shipment purchase reference', 90, reference),
    panel: 'shipment',
    optional: true,
    booking: { label: 'Shipment purchase reference (PO)' },
    mail: { variable: 'order.purchase', sample: 'PO-7731' },
  }),
  suppliersInvoiceNumber: field('text', {
    label: "Supplier's invoice number",
    input: f.text("Supplier's invoice number", 90, reference),
    panel: 'shipment',
    optional: true,
  }),
  otherReferenceUsed: field('text', {
    label: 'Other reference used',
    input: f.text('Other reference used', 90, reference),
    panel: 'shipment',
    optional: true,
  }),

  companyNameShipper: field('text', {
    label: 'Company name',
    fullLabel: "Shipper's company name",
    input: f.requiredText('Company name', 100),
    panel: 'shipper',
    clientList: true,
    booking: {},
    copied: true,
    mail: { variable: 'shipper.company', sample: 'Ningbo Kitchen Co.' },
  }),
  companyAddressShipper: field('text', {
    label: 'Company address',
    fullLabel: "Shipper's company address",
    input: f.requiredText('Company address', 100),
    panel: 'shipper',
    booking: {},
    copied: true,
    mail: { variable: 'shipper.address', sample: '88 Renmin Road, Ningbo' },
  }),
  namePersonCharge: field('text', {
    label: 'Name of the person in charge',
    fullLabel: "Shipper's person in charge",
    input: f.requiredText('Name of the person in charge', 50),
    panel: 'shipper',
    booking: {},
    copied: true,
    mail: { variable: 'shipper.person', sample: 'Li Wei' },
  }),
  emailShipper: field('email', {
    label: 'Email',
    fullLabel: "Shipper's email",
    input: f.email(),
    panel: 'shipper',
    booking: {},
    copied: true,
    mail: { variable: 'shipper.email', sample: 'li@ningbo-kitchen.example' },
  }),
  phoneShipper: field('phone', {
    label: 'Phone',
    fullLabel: "Shipper's phone",
    input: f.phone(),
    panel: 'shipper',
    booking: {},
    copied: true,
    mail: { variable: 'shipper.phone', sample: '8657455501000' },
    note: 'Digits only',
  }),
  additionalInformationShipper: field('longText', {
    label: 'Additional info',
    fullLabel: "Shipper's additional info",
    input: f.longText('Additional info', 100),
    panel: 'shipper',
    optional: true,
    booking: {},
    copied: true,
    mail: { variable: 'shipper.additionalInfo', sample: 'Gate 3' },
  }),

  amazonRefId: field('text', {
    label: 'Amazon Ref ID',
    input: f.text('Amazon Ref ID', 25, amazonId),
    panel: 'amazon',
    booking: {},
    mail: { variable: 'order.amazonRefId', sample: '5HTR2QWE' },
    note: 'Required for an Amazon cartage',
  }),
  shipmentId: field('text', {
    label: 'Shipment ID (PO)',
    input: f.text('Shipment ID (PO)', 25, amazonId),
    panel: 'amazon',
    clientList: true,
    booking: {},
    mail: { variable: 'order.shipmentId', sample: 'FBA15CX2M7KD' },
    note: 'Required for an Amazon cartage',
  }),
  merchantName: field('text', {
    label: 'Merchant name',
    input: f.text('Merchant name', 100),
    panel: 'amazon',
    optional: true,
  }),

  additionalInformation: field('longText', {
    label: 'Additional information',
    input: f.longText('Additional information', 255),
    panel: 'request',
    optional: true,
    booking: {},
    copied: true,
    mail: { variable: 'order.additionalInformation', sample: 'Please call before delivery' },
  }),

  status: field('status', {
    label: 'Status',
    input: f.oneOf(Object.values(OrderStatus)),
    panel: null,
    list: true,
    mail: { variable: 'order.status', sample: 'In progress' },
    note: codesIn(STATUS_LABELS),
  }),
} satisfies Record<string, OrderFieldRow>

export type OrderFieldTable = typeof ORDER_FIELDS
export type OrderField = keyof OrderFieldTable
