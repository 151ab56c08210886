import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileImport } from '#contract/imports/imports.ts'
import { csvOf, startImports } from './imports.fixture.ts'

let imports: Awaited<ReturnType<typeof startImports>>
beforeAll(async () => {
  imports = await startImports()
})
afterAll(() => imports.close())

const fieldsIn = ({ columns }: FileImport) =>
  Object.fromEntries(columns.map(({ heading, field, guessed }) => [heading, guessed ? `${field}, guessed` : field]))

test('headings of the trade are mapped, and said to be guessed until somebody maps the columns', async () => {
  const {
    'Client email': _,
    Origin,
    'Volume, CBM': volume = '',
    'Weight, KG': weight = '',
    ...rest
  } = imports.orderCells()
  const cells = {
    Kundenemail: 'anna@example.test',
    Von: Origin ?? '',
    Volumen: volume,
    'Gewicht (kg)': weight,
    ...rest,
  }
  const found = await imports.checked('orders', csvOf([{ ...cells, PO: 'PO-7', 'Ref.': 'R-1', Grösse: '9' }]))
  expect(found).toMatchObject({ valid: 1, problems: [], unknownColumns: ['Grösse'] })
  expect(fieldsIn(found)).toMatchObject({
    Kundenemail: 'clientEmail, guessed',
    Von: 'shipmentOriginPort, guessed',
    Volumen: 'shipmentVolume, guessed',
    'Gewicht (kg)': 'shipmentWeight, guessed',
    PO: 'shipmentPurchase, guessed',
    'Ref.': 'otherReferenceUsed, guessed',
    Destination: 'shipmentDestination',
    Grösse: null,
  })
  const mapping = { 'Ref.': null, PO: 'otherReferenceUsed' }
  const { body } = await imports.call('POST', `import/${found.id}/check`, { body: { mapping } })
  expect(fieldsIn(body.data)).toMatchObject({
    'Ref.': null,
    PO: 'otherReferenceUsed',
    Von: 'shipmentOriginPort, guessed',
  })
})

test('a field has one column: the one with its label, else the first that the trade calls so', async () => {
  const found = await imports.checked(
    'clients',
    'Kunde,Firma,Tel,Phone,Mail,E-Mail,Username,Anschrift\nLopez,Lopez Ltd,1,16045550111,a@lopez.example,b@lopez.example,Ana,1 Dock Road',
  )
  expect(found).toMatchObject({ valid: 1, problems: [] })
  expect(fieldsIn(found)).toEqual({
    Kunde: 'companyName, guessed',
    Firma: null,
    Tel: null,
    Phone: 'phone',
    Mail: null,
    'E-Mail': 'email',
    Username: 'username',
    Anschrift: 'companyAddress, guessed',
  })
})
