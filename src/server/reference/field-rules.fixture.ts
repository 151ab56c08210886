import { PLACE_RULES } from './place-rules.fixture.ts'
import { CHOOSE, max, NUMBER, REQUIRED, type Rule, textRule } from './text-rules.fixture.ts'

let serial = 0
const next = () => ++serial
const fees = { depotFixed: 45, depotVar: 12, depotVarMin: 25 }

export const depot = (rest: object) => ({
  code: 'CNSHA',
  name: `Depot ${next()}`,
  originIds: [2],
  tier: 1,
  ...fees,
  ...rest,
})
export const event = (rest: object) => ({ name: `Event ${next()}`, ...rest })
const place = (rest: object) => ({ code: `P${next()}`, name: 'Place', ...rest })
const vessel = (rest: object) => ({ imoNumber: `V${next()}`, name: 'Ship', ...rest })
const freight = (rest: object) => ({ tier: next() + 100, dest: 'USWC-LAX', cbm: 68, mt: 68, ...rest })
export const cartage = (rest: object) => ({ categoryId: 1, name: 'Warehouse', dest: 'US-CHI', ...rest })
const address = (rest: object) => ({ email: 'copy@example.test', ...rest })
export const hint = (rest: object) => ({ title: 'Hint', content: '<p>Text</p>', ...rest })

const WHOLE = 'Please enter a whole number'
const FLAG = 'This field must be true or false'

const roundedRule = (path: string, body: Rule['body'], field: string): Rule => ({
  path,
  body,
  field,
  taken: [
    0,
    1,
    [12.4, 12],
    [12.5, 13],
    ['12,5', 13],
    ['1 200', 1200],
    ['33.33333333', 33],
    [0.1 + 0.2, 0],
    [2_147_483_646, 2_147_483_646],
  ],
  refused: [
    [2_147_483_647, 'No more than 2147483646'],
    [-1, 'No less than 0'],
    ['-1', NUMBER],
    ['abc', NUMBER],
    ['1,500', 'Please write 1500 or 1.5'],
    ['', REQUIRED],
    [null, REQUIRED],
    [true, NUMBER],
  ],
})

const tierRule = (path: string, body: Rule['body']): Rule => ({
  path,
  body,
  field: 'tier',
  taken: [0, 1, ['2', 2], 2_147_483_647],
  refused: [
    [2_147_483_648, 'No more than 2147483647'],
    [1.5, WHOLE],
    [-1, 'No less than 0'],
    ['one', NUMBER],
    ['', REQUIRED],
  ],
})

const flagRule = (path: string, body: Rule['body'], field: string): Rule => ({
  path,
  body,
  field,
  taken: [true, false],
  refused: [
    ['false', FLAG],
    [1, FLAG],
    [null, FLAG],
  ],
})

/** Records that pick-up locations refer to; a test sets them before it uses the rules. */
export const places = { cityId: 0, depotId: 0 }
export const location = (rest: object) => ({ ...places, precarFixed: 40, precarVar: 14, precarVarMin: 55, ...rest })

/** The rules of every field of the reference data. */
export const FIELD_RULES: Rule[] = [
  textRule('request/event', event, 'name', 'Name', 100),
  textRule('request/event', event, 'publicStatus', 'Public status', 150, null),
  {
    path: 'request/event',
    body: event,
    field: 'emailTemplateId',
    taken: [null],
    refused: [
      [999_999, 'This mail template does not exist'],
      ['x', CHOOSE],
      [0, CHOOSE],
    ],
  },
  ...['port', 'city'].flatMap((path) => [
    textRule(path, place, 'name', 'Name', 150),
    textRule(path, place, 'code', 'Code', 50),
  ]),
  ...PLACE_RULES,
  textRule('vessel', vessel, 'name', 'Name', 150),
  textRule('vessel', vessel, 'imoNumber', 'IMO Number', 50),
  textRule('value/depot', depot, 'name', 'Name', 150),
  textRule('value/depot', depot, 'code', 'Port / city', 50),
  tierRule('value/depot', depot),
  ...['depotFixed', 'depotVar', 'depotVarMin'].map((field) => roundedRule('value/depot', depot, field)),
  ...['status', 'visibility'].map((field) => flagRule('value/depot', depot, field)),
  {
    path: 'value/depot',
    body: depot,
    field: 'originIds',
    taken: [
      [1],
      [1, 2, 3, 4],
      [
        [3, 2, 3],
        [2, 3],
      ],
    ].map((value) => (value.length === 2 && Array.isArray(value[0]) ? value : [value, value])),
    refused: [
      [[], REQUIRED],
      [null, REQUIRED],
      [[5], 'This category does not exist'],
      [2, 'This field must be a list'],
    ],
  },
  tierRule('value/freight', freight),
  textRule('value/freight', freight, 'dest', 'Dest', 10),
  ...['cbm', 'mt'].map((field) => ({
    path: 'value/freight',
    body: freight,
    field,
    taken: [0, 68.5, 68.55, ['68,55', 68.55], 999_999_999],
    refused: [
      [68.555, 'No more than 2 decimals'],
      [1_000_000_000, 'No more than 999999999'],
      [-1, 'No less than 0'],
      ['+1', NUMBER],
      ['', REQUIRED],
    ] as [unknown, string][],
  })),
  textRule('value/cartage', cartage, 'name', 'Name', 150),
  textRule('value/cartage', cartage, 'dest', 'Dest', 10),
  ...['status', 'exclusion'].map((field) => flagRule('value/cartage', cartage, field)),
  {
    path: 'value/cartage',
    body: cartage,
    field: 'categoryId',
    taken: [1, 6],
    refused: [
      [7, 'This category does not exist'],
      [null, REQUIRED],
      ['1', 'This field must be the id of a record, a whole number'],
      [0, REQUIRED],
    ],
  },
  ...['precarFixed', 'precarVar', 'precarVarMin'].map((field) =>
    roundedRule('admin/pick-up-location', location, field),
  ),
  flagRule('admin/pick-up-location', location, 'visibility'),
  {
    path: 'admin/pick-up-location',
    body: location,
    field: 'cityId',
    taken: [],
    refused: [
      [999_999, 'This city does not exist'],
      [null, REQUIRED],
    ],
  },
  {
    path: 'admin/pick-up-location',
    body: location,
    field: 'depotId',
    taken: [],
    refused: [
      [999_999, 'This depot does not exist'],
      [null, REQUIRED],
    ],
  },
  textRule('admin/email', address, 'name', 'Name', 100, null),
  flagRule('admin/email', address, 'send'),
  {
    path: 'admin/email',
    body: address,
    field: 'email',
    taken: [`${'a'.repeat(88)}@example.com`, [' anna@example.com ', 'anna@example.com']],
    refused: [
      [`${'a'.repeat(89)}@example.com`, max('Email', 100)],
      ['anna', 'Email address is not correct'],
      ['a@b', 'Email address is not correct'],
      ['a@example.com\r\nBcc: b@example.com', 'Email address is not correct'],
      ['', 'Email address is not correct'],
      [null, 'Email address is not correct'],
    ],
  },
  textRule('hint', hint, 'title', 'Title', 100),
  {
    path: 'hint',
    body: hint,
    field: 'content',
    taken: ['x'.repeat(65_000), ['', ''], ['<p onclick="x()">A<script>alert(1)</script></p>', '<p>A</p>']],
    refused: [['x'.repeat(65_001), max('Content', 65_000)]],
  },
  {
    path: 'hint',
    body: hint,
    field: 'shipmentTradeTerms',
    taken: [0, 1, 2, 3, [null, 0]],
    refused: [
      [4, CHOOSE],
      ['1', CHOOSE],
      [-1, CHOOSE],
    ],
  },
  {
    path: 'hint',
    body: hint,
    field: 'type',
    taken: ['general'],
    refused: [
      ['other', CHOOSE],
      [1, CHOOSE],
    ],
  },
]
