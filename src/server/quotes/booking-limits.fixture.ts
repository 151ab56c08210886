/** A field, a value at its limit, one beyond it, and the message. */
type FieldLimit = [field: string, good: unknown, bad: unknown, message: string]

/** The fields of a booking. */
export const BOOKING_LIMITS: FieldLimit[] = [
  ['estimatedTransportation', 0.01, 0, 'Please enter a value'],
  ['estimatedTransportation', 1.25, 1.255, 'No more than 2 decimals'],
  ['estimatedTransportation', 1, null, 'Please enter a value'],
  ['shipmentVolume', 16, 16.001, 'For shipments over 16 cubic meters we recommend requesting a FCL quote'],
  ['shipmentWeight', 0.001, 0, 'Please enter a value'],
  ['shipmentValue', 0.01, null, 'Please enter a value'],
  ['yourName', 'x'.repeat(50), 'x'.repeat(51), 'Name must be no more than 50 characters'],
  ['companyName', 'x'.repeat(100), '', 'This field cannot be empty'],
  ['companyAddress', 'x'.repeat(100), 'x'.repeat(101), 'Company address must be no more than 100 characters'],
  ['email', 'a@b.test', 'a@b', 'Please, enter valid email address'],
  ['phone', '1'.repeat(25), '1'.repeat(26), 'Phone must be no more than 25 characters'],
  ['additionalInfo', 'x'.repeat(100), 'x'.repeat(101), 'Additional info must be no more than 100 characters'],
  ['shipmentDescription', 'x'.repeat(280), 'x'.repeat(281), 'Description of goods must be no more than 280 characters'],
  ['shipmentDescription', 'x', ' ', 'This field cannot be empty'],
  ['shipmentPurchase', 'a-1'.repeat(30), 'a_1', 'Invalid field. You can only use letter, number and dashes'],
  [
    'namePersonCharge',
    'x'.repeat(50),
    'x'.repeat(51),
    'Name of the person in charge must be no more than 50 characters',
  ],
  ['amazonRefId', 'A'.repeat(25), 'A'.repeat(26), 'Amazon Ref ID must be no more than 25 characters'],
  ['shipmentId', 'A-1', 'A 1', 'Invalid field. You can only use letter, number'],
  [
    'additionalInformation',
    'x'.repeat(255),
    'x'.repeat(256),
    'Additional information must be no more than 255 characters',
  ],
  ['shipmentTradeTerms', 0, 4, 'Choose one from the list'],
  ['transportationMode', 0, 2, 'A full container starts with a quote request'],
  ['cargoInsurance', false, 'false', 'This field must be true or false'],
  ['sendMail', false, 'yes', 'This field must be true or false'],
]

/** The fields of a quote request. */
export const REQUEST_LIMITS: FieldLimit[] = [
  ['message', 'x'.repeat(255), 'x'.repeat(256), 'Message must be no more than 255 characters'],
  ['volume', 99.125, 1.0001, 'No more than 3 decimals'],
  ['volume', null, 0, 'Please enter a value'],
  ['weight', '12,5', 'x', 'Please enter a number'],
  ['weight', '1,5000', '1,500', 'Please write 1500 or 1.5'],
  ['destinationGoods', 'x'.repeat(280), 'x'.repeat(281), 'Description of goods must be no more than 280 characters'],
  ['origin', null, 999999, 'This port does not exist'],
  ['destination', null, 999999, 'This destination does not exist or is hidden'],
  ['transportationMode', 1, 0, 'Choose one from the list'],
]
