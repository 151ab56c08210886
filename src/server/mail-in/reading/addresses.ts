import { addressParser } from 'postal-mime'
import { literalText, replaceWords } from './encoded-words.ts'
import { allValues, type Field } from './header-fields.ts'
import { LeftOut, MAX_RECIPIENTS } from './limits.ts'
import { withoutQuoted } from './parameters.ts'
import { cutText, oneLine } from './text-forms.ts'

export interface MailAddress {
  name: string
  address: string
}

/** Code points of a name, and characters of an address (RFC 5321: 254, with room for what is tolerated). */
const MAX_NAME = 255
const MAX_ADDRESS = 320
/** Bytes of one field that are read for addresses. */
const MAX_FIELD = 512 * 1024

const ADDRESS = /^[^\s@<>()[\],;:"\p{Cc}]+@[^\s@<>()[\],;:"\p{Cc}]+$/u
/** Signs that no mail has, around the number of a run of encoded words. */
const HELD = /\ue0f0(\d+)\ue0f1/g
const HOLDERS = /[\ue0f0\ue0f1]/g

/**
 * The addresses of a field. Encoded words are held back while the field is read: what they say is a name, and never
 * a comma, a bracket or an address.
 */
function addressesIn(value: string): MailAddress[] {
  const words: string[] = []
  const held = replaceWords(
    value.slice(0, MAX_FIELD),
    (text) => `\ue0f0${words.push(text) - 1}\ue0f1`,
    (text) => literalText(text).replaceAll(HOLDERS, ''),
  )
  const shown = (text: string) => text.replaceAll(HELD, (_, at) => words[Number(at)] ?? '')
  return addressParser(held, { flatten: true }).map(({ name, address = '' }) => {
    const clean = oneLine(address)
    const isAddress = clean.length <= MAX_ADDRESS && ADDRESS.test(clean)
    return { name: cutText(oneLine(shown(name)), MAX_NAME).text, address: isAddress ? clean : '' }
  })
}

/** Whether a field has brackets once at most: of an address within an address, programs show one or the other. */
const isPlain = (value: string) => (withoutQuoted(value).match(/</g) ?? []).length <= 1

/** Who a mail says it is from. `isSingle` is false for a mail with several From fields or addresses, or none. */
export function senderOf(fields: readonly Field[]): { from: MailAddress; isSingle: boolean } {
  const values = allValues(fields, 'from')
  const all = values.slice(0, 2).flatMap(addressesIn)
  const from = all.find(({ address }) => address !== '') ?? all[0] ?? { name: '', address: '' }
  return { from, isSingle: values.every(isPlain) && values.length === 1 && all.length === 1 && from.address !== '' }
}

/** The addresses of To and of Cc, at most 200 in all. */
export function recipientsOf(fields: readonly Field[], leftOut: Set<string>): { to: string[]; cc: string[] } {
  const read = (name: string) => {
    const found: string[] = []
    for (const value of allValues(fields, name)) {
      if (found.length > MAX_RECIPIENTS) break
      for (const { address } of addressesIn(value)) if (address !== '') found.push(address)
    }
    return found
  }
  const [to, cc] = [read('to'), read('cc')]
  if (to.length + cc.length > MAX_RECIPIENTS) leftOut.add(LeftOut.RECIPIENTS)
  const kept = to.slice(0, MAX_RECIPIENTS)
  return { to: kept, cc: cc.slice(0, MAX_RECIPIENTS - kept.length) }
}

const WITH_TOKENS = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to']
/** 128 bits in base32, behind the plus of an address. Servers may have folded its case. */
const TOKEN = /\+([a-z2-7]{26})@/gi

/** The tokens of reply addresses in all fields that name a recipient, however many: in small letters, each once. */
export const replyTokensOf = (fields: readonly Field[]): string[] => [
  ...new Set(
    fields
      .filter(({ name }) => WITH_TOKENS.includes(name))
      .flatMap(({ value }) => [...value.matchAll(TOKEN)].map(([, token = '']) => token.toLowerCase())),
  ),
]
