import { allValues, type Field } from './header-fields.ts'
import { leavesOf, type Part } from './mime-parts.ts'
import { withoutComments, withoutQuoted } from './parameters.ts'

export type Automatic = 'bounce' | 'auto-reply' | 'list'
export type Protection = 'signed' | 'encrypted'

const word = (value: string) => withoutComments(value).split(';')[0]?.trim().toLowerCase() ?? ''

export const isReport = (root: Part): boolean => root.type.value === 'multipart/report'

/** The parts of a report that say what became of a mail. */
export const deliveryStatuses = (root: Part): Part[] =>
  isReport(root) ? leavesOf(root).filter(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type.value)) : []

const isAutoReply = (root: Part, fields: readonly Field[]) =>
  isReport(root) ||
  allValues(fields, 'auto-submitted').some((value) => !['no', ''].includes(word(value))) ||
  allValues(fields, 'x-autoreply').length > 0 ||
  allValues(fields, 'x-autorespond').length > 0 ||
  allValues(fields, 'precedence').some((value) => word(value) === 'auto_reply') ||
  allValues(fields, 'return-path').some((value) => /^<\s*>$/.test(value.trim()))

const isList = (fields: readonly Field[]) =>
  allValues(fields, 'list-id').length > 0 ||
  allValues(fields, 'precedence').some((value) => ['list', 'bulk', 'junk'].includes(word(value)))

/**
 * Tells which kind of automatic mail this is, or null for one that a person wrote. A bounce is a report of a delivery;
 * an auto-reply says so itself, a list by its header.
 * Words of the subject count for nothing, and whether a mail is our own is known by its Message-ID only.
 */
export function automaticOf(root: Part): Automatic | null {
  if (deliveryStatuses(root).length > 0) return 'bounce'
  if (isAutoReply(root, root.fields)) return 'auto-reply'
  return isList(root.fields) ? 'list' : null
}

const isSMime = (type: string) => /^application\/(?:x-)?pkcs7-mime$/.test(type)
const ARMOUR = /^\s*-----BEGIN PGP (SIGNED )?MESSAGE-----\s/

/** Whether a mail is signed or encrypted; what is encrypted cannot be read here. */
export function protectionOf(root: Part, text: string): Protection | null {
  const types = [root, ...inner(root)].map(({ type }) => type)
  if (types.some(({ value }) => value === 'multipart/encrypted')) return 'encrypted'
  const sMime = types.find(({ value }) => isSMime(value))
  if (sMime) return sMime.parameters.get('smime-type')?.toLowerCase() === 'signed-data' ? 'signed' : 'encrypted'
  if (types.some(({ value }) => value === 'multipart/signed')) return 'signed'
  const [armour, signed] = ARMOUR.exec(text) ?? []
  return armour === undefined ? null : signed ? 'signed' : 'encrypted'
}

const inner = (part: Part): Part[] => part.parts.flatMap((each) => [each, ...inner(each)])

/** What our own server found out about the sender. */
export interface Authentication {
  spf: string | null
  dkim: string | null
  dmarc: string | null
}

const RESULT = /^\s*(spf|dkim|dmarc)\s*(?:\/\s*\d+\s*)?=\s*([a-z]+)/i
const RESULTS = new Set('none pass fail policy neutral softfail temperror permerror'.split(' '))

/**
 * The results in the topmost Authentication-Results of this server's name (RFC 8601); a lower one of that name may be
 * forged. All null without a name.
 */
export function authenticationOf(fields: readonly Field[], authserv: string | null): Authentication {
  const found: Authentication = { spf: null, dkim: null, dmarc: null }
  if (!authserv) return found
  for (const value of allValues(fields, 'authentication-results')) {
    // A quoted reason may have semicolons, and looks like a result to who does not read quotes.
    const [server = '', ...results] = withoutQuoted(withoutComments(value)).split(';')
    const name = /^\s*([^\s;]+)(?:\s+\d+)?\s*$/.exec(server)?.[1] ?? ''
    if (name.toLowerCase() !== authserv.toLowerCase()) continue
    for (const result of results) {
      const [, method = '', said = ''] = RESULT.exec(result) ?? []
      const key = method.toLowerCase()
      const outcome = said.toLowerCase()
      if ((key !== 'spf' && key !== 'dkim' && key !== 'dmarc') || !RESULTS.has(outcome)) continue
      // Of several signatures, one that holds is enough.
      if (found[key] === null || (key === 'dkim' && outcome === 'pass')) found[key] = outcome
    }
    return found
  }
  return found
}
