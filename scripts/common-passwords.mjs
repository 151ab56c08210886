// `node scripts/common-passwords.mjs LIST.json` writes src/server/accounts/passwords/common-passwords.ts from
// a JSON array of passwords, the most common first. docs/decisions/022-accounts-under-attack.md says which
// list and why only prefixes are kept.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** Lengths that forms accept, and that callers of the API might still send. */
const COUNTS = { long: 10_000, short: 2_000 }
const MIN_LENGTH = 8
const BYTES = 5

const [file] = process.argv.slice(2)
const list = JSON.parse(readFileSync(file, 'utf8'))
const long = list.filter((password) => password.length >= MIN_LENGTH).slice(0, COUNTS.long)
const short = list.filter((password) => password.length < MIN_LENGTH).slice(0, COUNTS.short)
/** The list is in lower case; people add a capital first. */
const withCapital = (password) => [password, password.charAt(0).toUpperCase() + password.slice(1)]
const texts = new Set([...long, ...short].flatMap(withCapital))
const prefixes = [...texts].map((password) => createHash('md5').update(password).digest().subarray(0, BYTES))
const sorted = Buffer.concat(prefixes.sort(Buffer.compare))

writeFileSync(
  'src/server/accounts/passwords/common-passwords.ts',
  `// Written by scripts/common-passwords.mjs from @zxcvbn-ts/language-common 4.1.3 (MIT licence).

/**
 * The first ${BYTES} bytes of the MD5s of the most common passwords, also with a capital, sorted, in base64.
 */
export const COMMON_PASSWORDS =
  '${sorted.toString('base64')}'
export const PREFIX_BYTES = ${BYTES}
`,
)
