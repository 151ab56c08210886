/**
 * The body of a booking without client and lane: insured drop-off LCL, priced at 901.10 USD on the lane of
 * `createLane`.
 */
export const booking = {
  transportationMode: 0,
  shipmentTradeTerms: 2,
  shipmentVolume: 2,
  shipmentWeight: 3400,
  shipmentValue: 8500,
  cargoInsurance: true,
  customBrokerage: true,
  estimatedTransportation: 901.1,
  yourName: 'Anna Client',
  companyName: 'Anna Trading',
  companyAddress: '1 Dock Road',
  email: 'anna@example.test',
  phone: '+1 604 555 0100',
  additionalInfo: '',
  companyNameShipper: 'Ningbo Lamps',
  companyAddressShipper: '8 Factory Street',
  namePersonCharge: 'Li Wei',
  emailShipper: 'li@example.test',
  phoneShipper: '8613800000000',
  additionalInformationShipper: '',
  shipmentDescription: 'Lamps',
  shipmentPurchase: 'PO-77',
  amazonRefId: '',
  shipmentId: '',
  additionalInformation: '',
  sendMail: true,
}

/** The body of a quote request with its required fields, without client. */
export const quoteRequest = {
  name: 'Anna',
  email: 'anna@example.test',
  phoneNumber: '+1604',
  message: 'Two containers',
}
