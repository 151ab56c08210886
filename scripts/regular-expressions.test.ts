import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/project.mjs'
import { isCode, listFiles } from './lib/read-house.mjs'

/**
 * The only regular expressions that are made while the server or the app runs, and their source: constants of
 * ours, names in a declaration, signs of a list. Whoever adds one says here why it cannot contain anything
 * that somebody sent, or how that is escaped.
 */
const KNOWN: Record<string, string> = {
  'src/contract/lib/fold.ts': 'constants',
  'src/contract/lib/markup/tokens.ts': 'the name of a raw element, of a list',
  'src/contract/orders/tracking-code.ts': 'a constant',
  'src/contract/search/numbers-in-text.ts': 'constants',
  'src/server/accounts/typed-codes.ts': 'a constant',
  'src/server/files/s3-store.ts': 'names of elements, constants of its callers',
  'src/server/html/slots.ts': 'constants',
  'src/server/http/methods.ts': 'paths of routes, escaped',
  'src/server/imports/rows/written-dates.ts': 'constants',
  'src/server/mail/links/secret-links.ts': 'constants',
  'src/server/reports/routes.ts': 'a constant',
  'src/server/sheets/cell-text.ts': 'constants',
  'src/server/sheets/read-csv.ts': 'a comma, a semicolon or a tab',
}

test('no regular expression is made of what somebody sent', () => {
  const made = listFiles(root).filter(
    (file: string) => isCode(file) && /\b(?:new )?RegExp\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(made).toEqual(Object.keys(KNOWN).sort())
})
