import { describe, expect, test } from 'vitest'
import { clientFields } from '#contract/clients/clients.ts'
import { carriers } from '#contract/reference/carriers.ts'
import { freight } from '#contract/reference/freight.ts'
import { ports } from '#contract/reference/ports.ts'
import { vessels } from '#contract/reference/vessels.ts'
import { containers } from '#contract/sailings/containers.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import * as f from './fields.ts'
import { EMAIL } from './messages.ts'
import { barePhone } from './phones.ts'
import { comparedForm } from './text.ts'

/** Characters that nobody sees, and other spellings, are typed as escapes. */
const read = (field: { safeParse: (value: unknown) => { success: boolean; data?: unknown } }, typed: string) => {
  const { success, data } = field.safeParse(typed)
  return success ? data : 'refused'
}

describe('mail addresses', () => {
  test.each([
    ['a\u200bnna@lopez.example', 'anna@lopez.example'],
    ['anna\u00ad@lopez.example', 'anna@lopez.example'],
    ['anna\u200e@lopez.example', 'anna@lopez.example'],
    ['\u2066anna@lopez.example\u2069', 'anna@lopez.example'],
    ['anna@lopez\ufeff.example', 'anna@lopez.example'],
    ['\uff41\uff4e\uff4e\uff41\uff20lopez.example', 'anna@lopez.example'],
    ['jos\u00e9@lopez.example', 'jos\u00e9@lopez.example'],
    ['jose\u0301@lopez.example', 'jos\u00e9@lopez.example'],
    ['anna+quay@lopez.example', 'anna+quay@lopez.example'],
    ['anna\u2800@lopez.example', 'anna@lopez.example'],
    ['an\u0001na\u007f@lopez.example', 'anna@lopez.example'],
    ['anna\ufffc@lopez\u{1d159}.example', 'anna@lopez.example'],
    ["o'brien@lopez.example", "o'brien@lopez.example"],
    ['anna\uff20lopez\u3002example', 'anna@lopez.example'],
    ['\u3000anna@lopez\uff61example\u3000', 'anna@lopez.example'],
    ['anna\u2011berg@lopez\u2010x.example', 'anna-berg@lopez-x.example'],
    ['anna\u2013berg@lopez.example', 'anna-berg@lopez.example'],
    ['anna\ufe6blopez\uff0eexample', 'anna@lopez.example'],
  ])('%j is %s', (typed, stored) => expect(read(f.email(), typed)).toBe(stored))

  test.each([
    'o\u2019brien@lopez.example',
    'o\u02bcbrien@lopez.example',
    'anna..berg@lopez.example',
    '.anna@lopez.example',
    'anna.@lopez.example',
    'anna\u200b.@lopez.example',
    'an\u00a0na@lopez.example',
  ])('%j is refused', (typed) => {
    expect(
      f
        .email()
        .safeParse(typed)
        .error?.issues.map(({ message }) => message),
    ).toEqual([EMAIL])
  })
})

test('an address that mixes letters of two alphabets says which one is foreign', () => {
  expect(f.email().safeParse('\u0430nna@lopez.example').error?.issues[0]?.message).toBe(
    'This has a Cyrillic \u0430: write the Latin a',
  )
  expect(read(f.email(), 'anna@l\u03bfpez.example')).toBe('refused')
  expect(read(f.email(), '\u0430\u043d\u043d\u0430@lopez.example')).toBe('\u0430\u043d\u043d\u0430@lopez.example')
})

describe('phones', () => {
  test.each([
    ['\u202a+86 138 0013 8000\u202c', '8613800138000'],
    ['+86\u200b13800138000', '8613800138000'],
    ['+86\u2011138\u20110013\u20118000', '8613800138000'],
    ['+86\u2013138\u20130013\u20138000', '8613800138000'],
    ['+86\u2212138\u22120013\u22128000', '8613800138000'],
    ['\uff0b\uff18\uff16\uff11\uff13\uff18\uff10\uff10\uff11\uff13\uff18\uff10\uff10\uff10', '8613800138000'],
    ['+86\u00a0138\u30000013 8000', '8613800138000'],
    ['0086 138 0013 8000', '8613800138000'],
    ['tel:+16045550100', '16045550100'],
    ['TEL: +1 604 555 0100', '16045550100'],
    ['callto:+16045550100', '16045550100'],
    ['tel://+16045550100', '16045550100'],
    ['Tel.: +49 (0)30 123456', '4930123456'],
    ['\u260e\ufe0f +1 604 555 0100', '16045550100'],
    ['\u{1f4de}+1 604 555 0100', '16045550100'],
    ['\u7535\u8bdd\uff1a0086 138 0013 8000', '8613800138000'],
    ['Telly 604 555 0100', 'refused'],
    ['+86\u00b7138\u20220013\u30fb8000', '8613800138000'],
    ['+49 30/123456', '4930123456'],
    ['+49 (0)30 / 12 34 56', '4930123456'],
    ['+86 138 0013 8000/8001', 'refused'],
    ['604-555-0100/0101', 'refused'],
    ['0571-87654321/22', 'refused'],
    ['+44 (0)20 7946 0018', '442079460018'],
    ['0044 (0) 20 7946 0018', '442079460018'],
    ['(+44) (0)20 7946 0018', '442079460018'],
    ['+(44)(0)20 7946 0018', '442079460018'],
    ['(0044) (0)20 7946 0018', '442079460018'],
    ['(+44)(020) 7946 0018', '442079460018'],
    ['(+39) (06) 1234567', '39061234567'],
    ['44 (0)20 7946 0018', '442079460018'],
    ['86-(0)574-8765-4321', '8657487654321'],
    ['+49\u2013(0)30\u2013123456', '4930123456'],
    ['+49 ((0)30) 123456', '4930123456'],
    ['(0)20 7946 0018', '02079460018'],
    ['604 (055) 50100', '60405550100'],
    ['(604) 555-0100', '6045550100'],
    ['+1 604 555 0100 x5', 'refused'],
    ['16045550100.0', '16045550100'],
    ['16045550100.00', '16045550100'],
    ['16045550100,0', '16045550100'],
    ['+16045550100.0', '16045550100'],
    ['16045550100.5', 'refused'],
    ['16045550100.05', 'refused'],
    ['604.555.0100', '6045550100'],
    ['011 86 138 0013 8000', '8613800138000'],
    ['011 65 6123 4567', '6561234567'],
    ['(011) 65-6123-4567', '6561234567'],
    ['+011 47 22 12 34 56', '4722123456'],
    ['011 354 512 3456', '3545123456'],
    ['011-298-123456', '298123456'],
    ['011 852 2123 4567', '85221234567'],
    ['01116045550100', '16045550100'],
    ['011 65 (0)6123 4567', '6561234567'],
    ['0011 65 6123 4567', '6561234567'],
    ['0011 1 604 555 0100', '16045550100'],
    ['00 65 6123 4567', '6561234567'],
    // Numbers of areas with the code 011: Buenos Aires, Delhi, Turin, Johannesburg, S\u00e3o Paulo, Nottingham, Sapporo.
    ['011 4321 5678', '01143215678'],
    ['(011) 4321-5678', '01143215678'],
    ['011 2345 6789', '01123456789'],
    ['011 562 1234', '0115621234'],
    ['011 123 4567', '0111234567'],
    ['011 98765 4321', '011987654321'],
    ['0115 496 0123', '01154960123'],
    ['011-222-3344', '0112223344'],
    ['+44 (020) 7946 0018', '442079460018'],
    ['+54 (011) 4321-5678', '541143215678'],
    ['+39 (06) 1234567', '39061234567'],
    ['1604555010016045550101', '1604555010016045550101'],
  ])('%j is %s', (typed, stored) => {
    expect(read(f.phone(), typed)).toBe(stored)
    if (stored !== 'refused') expect(read(f.phone(), stored)).toBe(stored)
  })
})

test.each([
  '+1 604 555 0100\n+1 604 555 0101',
  '16045550100 16045550101',
  '+1 604 555 0100/604 555 0101',
  '+1 604 555 0100; +1 604 555 0101',
  '+1 604 555 0100 or 604 555 0101',
  '+16045550100+16045550101',
  '(604) 555-0100 (604) 555-0101',
  // A number of the world has at most 15 digits.
  '12345678 12345678',
])('%j is two phone numbers', (typed) => {
  expect(f.phone().safeParse(typed).error?.issues[0]?.message).toBe('Write one phone number')
})

test.each(['1234567 12345678', '+86 138\n0013 8000', '1234567812345678'])('%j is one phone number', (typed) => {
  expect(read(f.phone(), typed)).toBe(typed.replaceAll(/\D/g, ''))
})

describe('codes and keys', () => {
  const cases = [
    [ports.input.shape.code, 'CN\u200bSHA', 'CNSHA'],
    [ports.input.shape.code, '\uff23\uff2e\uff33\uff28\uff21', 'CNSHA'],
    [ports.input.shape.code, 'cn sha', 'CNSHA'],
    [ports.input.shape.code, 'CN\u00a0SHA\u200e', 'CNSHA'],
    [ports.input.shape.code, 'Terminal 4', 'Terminal 4'],
    ...['CN-SHA', 'CN.SHA', 'CN/SHA', 'CN_SHA', 'cn\u2013sha', 'CNSH\u00c1', 'CNSHA\u0301'].map(
      (typed) => [ports.input.shape.code, typed, 'CNSHA'] as const,
    ),
    ...['CN:SHA', 'CN--SHA', '(CNSHA)', 'CN | SHA', '[CN]SHA', '\u300cCNSHA\u300d', 'CN \u2013 SHA.', '"CN,SHA"'].map(
      (typed) => [ports.input.shape.code, typed, 'CNSHA'] as const,
    ),
    [ports.input.shape.code, 'CN-SHA-2', 'CN-SHA-2'],
    [ports.input.shape.code, 'CNSHA \u4e0a\u6d77', 'CNSHA \u4e0a\u6d77'],
    ...[
      'OMI 9785744',
      '9,785,744',
      "9'785'744",
      '9.785.744,0',
      '[IMO] 9785744',
      '9785744 OMI',
      'IMO n\u00famero 9785744',
    ].map((typed) => [vessels.input.shape.imoNumber, typed, '9785744'] as const),
    [vessels.input.shape.imoNumber, '97857440', '97857440'],
    [vessels.input.shape.imoNumber, 'ROMI 9785744', 'ROMI 9785744'],
    ...['(CSQU) 305438/3', 'CSQU_305438_3', 'csqu:305438#3'].map(
      (typed) => [containers.input.shape.number, typed, 'CSQU3054383'] as const,
    ),
    [containers.input.shape.number, 'CSQU\u53f7', 'refused'],
    [containers.input.shape.number, 'CSQ\u0423 3054383', 'refused'],
    ...['M.A.E.U', ' maeu ', '(MAEU)'].map((typed) => [carriers.input.shape.scac, typed, 'MAEU'] as const),
    [carriers.input.shape.scac, 'MAE1', 'refused'],
    ...['123456789/RT/0001', '123.456.789 rt 0001'].map(
      (typed) => [clientFields.shape.canadianBusinessNumber, typed, '123456789RT0001'] as const,
    ),
    ...[
      'No. 9785744',
      '\u2116 9785744',
      'IMO nr 9785744',
      'IMO n\u00b0 9785744',
      'IMO n\u00ba 9785744',
      '9785744 (IMO)',
      'imo_9785744',
    ].map((typed) => [vessels.input.shape.imoNumber, typed, '9785744'] as const),
    [sailings.input.shape.voyage, '018E', '018E'],
    [sailings.input.shape.voyage, '\u822a\u6b21018', '\u822a\u6b21018'],
    [containers.input.shape.seal, '1234567.0', '1234567'],
    [sailings.input.shape.masterBill, '4711815.00', '4711815'],
    [vessels.input.shape.imoNumber, 'IMO 9785744', '9785744'],
    [vessels.input.shape.imoNumber, '978 5744', '9785744'],
    [vessels.input.shape.imoNumber, 'imo-no. 9785744', '9785744'],
    [vessels.input.shape.imoNumber, 'IMO\uff19\uff17\uff18\uff15\uff17\uff14\uff14', '9785744'],
    [vessels.input.shape.imoNumber, 'IMO pending', 'IMO pending'],
    [
      containers.input.shape.number,
      '\uff23\uff33\uff31\uff35\uff13\uff10\uff15\uff14\uff13\uff18\uff13',
      'CSQU3054383',
    ],
    [containers.input.shape.seal, 'CN\u200b123\uff14', 'CN1234'],
    [freight.input.shape.dest, 'YVR\u200b', 'YVR'],
    [freight.input.shape.dest, '\uff39\uff36\uff32', 'YVR'],
    [clientFields.shape.canadianBusinessNumber, '123456789 RT 0001', '123456789RT0001'],
    [clientFields.shape.canadianBusinessNumber, '12345\u00a06789-rt-0001', '123456789RT0001'],
    [clientFields.shape.canadianBusinessNumber, 'applied for', 'applied for'],
    [clientFields.shape.canadianBusinessNumber, '123456789.0', '123456789'],
    [clientFields.shape.canadianBusinessNumber, '123456789.5', 'refused'],
    [clientFields.shape.canadianBusinessNumber, '1234567890123456', 'refused'],
  ] as const
  test.each(cases.map(([field, typed, stored]) => [typed, stored, field] as const))(
    '%j is %s',
    (typed, stored, field) => {
      expect(read(field, typed)).toBe(stored)
    },
  )
})

describe('numbers', () => {
  test.each([
    ['\uff11\uff12\uff0e\uff15', 12.5],
    ['\uff11\uff12\uff0c5', 12.5],
    ['1\u202f500.5', 1500.5],
    ['1\u200b2', 12],
    ['5\u00b2', 'refused'],
    ['\u00bd', 'refused'],
    ['\u2460', 'refused'],
  ])('%j is %s', (typed, stored) => expect(read(f.decimal(2), typed)).toBe(stored))
})

test('free text keeps every character', () => {
  const text = 'A\u200bB \uff23 o\u2019clock'
  expect(f.requiredText('Name', 50).parse(text)).toBe(text)
  expect(f.longText('Note', 50).parse(text)).toBe(text)
})

test('names are compared without case, width, kinds of space and what nobody sees; accents count', () => {
  const names = ['Ningbo\u3000Beilun  CFS\u200b', ' ningbo\u00a0bei\u00adlun\ncfs', '\uff2eingbo Beilun\u202f\u200eCFS']
  for (const name of names) expect(comparedForm(name)).toBe('ningbo beilun cfs')
  expect(comparedForm('Que\u0301bec')).toBe('qu\u00e9bec')
  expect(comparedForm('\u200b \u3164')).toBe('')
})

test.each(['1-604-555-0111.0', '(604) 555-0111.0', '+86 574 5550 1000.0', '16045550111. 0'])(
  'the decimal of a figure is no digit of a phone number in parts: %s',
  (typed) => {
    expect(barePhone(typed)).toBe(barePhone(typed.replace(/\. ?0$/, '')))
  },
)
test('parts of a phone number stay: a last pair of zeros is one', () => {
  expect(barePhone('+33 1.23.45.67.00')).toBe('33123456700')
})

test.each(['011 44 (0)20 7946 0958', '011-44-(0)20-7946-0958', '+44 (0)20 7946 0958', '00 44 (0)20 7946 0958'])(
  'the zero in brackets is left out behind every way to dial a country: %s',
  (typed) => {
    expect(barePhone(typed)).toBe('442079460958')
  },
)
