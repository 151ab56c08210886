import { CHOOSE, max, REQUIRED, type Rule, textRule } from './text-rules.fixture.ts'

let serial = 0
const terminal = (rest: object) => ({
  name: `Terminal ${++serial}`,
  kind: 'terminal',
  timeZone: 'America/Toronto',
  ...rest,
})

/** The rules of the fields of places. */
export const PLACE_RULES: Rule[] = [
  textRule('place', terminal, 'name', 'Name', 100),
  textRule('place', terminal, 'address', 'Address', 255, null),
  textRule('place', terminal, 'hours', 'Hours', 255, null),
  textRule('place', terminal, 'contact', 'Contact', 255, null),
  {
    path: 'place',
    body: terminal,
    field: 'kind',
    taken: ['cfs', 'terminal', 'rail'],
    refused: [
      ['depot', CHOOSE],
      ['', CHOOSE],
      [null, REQUIRED],
    ],
  },
  {
    path: 'place',
    body: terminal,
    field: 'timeZone',
    taken: ['UTC', 'America/Vancouver', [' Asia/Cal\u200bcutta ', 'Asia/Calcutta']],
    refused: [
      ['Atlantis/Capital', 'This time zone does not exist'],
      ['+08:00', 'This time zone does not exist'],
      ['x'.repeat(51), max('Time zone', 50)],
      ['', REQUIRED],
    ],
  },
  {
    path: 'place',
    body: terminal,
    field: 'portCode',
    taken: [null, ['', null]],
    refused: [
      ['USXXX', 'This port does not exist'],
      ['x'.repeat(51), max('Port', 50)],
    ],
  },
  {
    path: 'place',
    body: terminal,
    field: 'country',
    taken: ['', 'CA', [' us ', 'US'], [null, '']],
    refused: [
      ['C', 'A country has 2 letters'],
      ['C1', 'A country has 2 letters'],
      ['USA', max('Country', 2)],
    ],
  },
  {
    path: 'place',
    body: terminal,
    field: 'region',
    taken: ['', 'BC', ['nsw', 'NSW']],
    refused: [
      ['B-C', 'A state or province has up to 3 letters or digits'],
      ['ABCD', max('State or province', 3)],
    ],
  },
  {
    path: 'place',
    body: terminal,
    field: 'firmsCode',
    taken: [null, 'W185', ['w-185', 'W185'], ['', null]],
    refused: [
      ['W18', 'A FIRMS code has 4 letters or digits'],
      ['W1855', max('FIRMS code', 4)],
    ],
  },
  {
    path: 'place',
    body: terminal,
    field: 'subLocationCode',
    taken: [null, '3037', ['', null]],
    refused: [
      ['303', 'A sub-location code has 4 digits'],
      ['W185', 'A sub-location code has 4 digits'],
    ],
  },
]
