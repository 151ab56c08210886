import { hash } from 'node:crypto'
import {
  COMMON_PASSWORD,
  INSTALLATION_PASSWORD,
  OWN_DATA_PASSWORD,
  type OwnData,
  ownWords,
  SHORT_PASSWORD,
  typedForms,
} from '#contract/accounts/passwords.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { invalid } from '#server/errors.ts'
import { COMMON_PASSWORDS, PREFIX_BYTES } from './common-passwords.ts'
import { type Installation, installationNames } from './installation-names.ts'
import { isShort } from './short-texts.ts'

const md5 = (text: string) => hash('md5', text)
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const EMPTY = md5('')
let common: Buffer | undefined

function isCommon(secret: string): boolean {
  common ??= Buffer.from(COMMON_PASSWORDS, 'base64')
  const wanted = Buffer.from(secret, 'hex').subarray(0, PREFIX_BYTES)
  let [low, high] = [0, common.length / PREFIX_BYTES]
  while (low < high) {
    const middle = (low + high) >> 1
    const order = wanted.compare(common, middle * PREFIX_BYTES, (middle + 1) * PREFIX_BYTES)
    if (order === 0) return true
    if (order < 0) high = middle
    else low = middle + 1
  }
  return false
}

const inCases = (word: string) => [word, capital(word), word.toUpperCase()]

/** The words as typed, in every spelling whose MD5 can be compared. */
const spellings = (own: OwnData) => [
  ...[own.email, own.username, own.companyName].map((text) => (text ?? '').normalize('NFC')),
  ...ownWords(own).flatMap(inCases),
]

/** Endings that people add to a name until a form accepts it. */
const endings = () => {
  const year = new Date().getFullYear()
  const years = Array.from({ length: 12 }, (_, back) => String(year + 1 - back))
  const numbers = ['', '1', '12', '123', '1234', '12345', ...years]
  return numbers.flatMap((number) => [number, `${number}!`])
}

/** The names as typed, and with each ending. */
const namesWithEndings = (names: readonly string[]) =>
  [...names.map((name) => name.normalize('NFC')), ...typedForms(names).flatMap(inCases)].flatMap((name) =>
    name === '' ? [] : endings().map((ending) => name + ending),
  )

/** Why an easily guessed password (its MD5) is refused; null if it is not. */
export async function weakness(installation: Installation, secret: string, own: OwnData): Promise<string | null> {
  if (secret === EMPTY) return REQUIRED
  if (isCommon(secret)) return COMMON_PASSWORD
  const isOneOf = (texts: readonly string[]) => texts.some((text) => md5(text) === secret)
  if (isOneOf(spellings(own))) return OWN_DATA_PASSWORD
  if (isOneOf(namesWithEndings(await installationNames(installation)))) return INSTALLATION_PASSWORD
  return (await isShort(secret)) ? SHORT_PASSWORD : null
}

/** Throws 400 at `field` for a weak password. */
export async function refuseWeak(
  installation: Installation,
  secret: string,
  own: OwnData,
  field: string,
): Promise<void> {
  const message = await weakness(installation, secret, own)
  if (message) throw invalid({ [field]: message })
}
