import { domainToASCII } from 'node:url'

/**
 * Providers that ignore dots in the name of a mailbox, by the provider's name. Others tell `a.b` from `ab`.
 */
const WITHOUT_DOTS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * The key that limits count a mail address by: one mailbox counts once, however it is written. Lower case,
 * without the part after a plus in the name, without dots where the provider ignores them, and with the
 * domain in its ASCII form. Never stored or mailed to.
 */
export function mailboxKey(address: string): string {
  const text = address.normalize('NFC').trim().toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 0) return text
  const host = text.slice(at + 1).replace(/\.$/, '')
  const domain = domainToASCII(host) || host
  const [name = ''] = text.slice(0, at).split('+', 1)
  // A name that begins with a plus has nothing else.
  const box = name === '' ? text.slice(0, at) : name
  const provider = WITHOUT_DOTS[domain]
  return provider === undefined ? `${box}@${domain}` : `${box.replaceAll('.', '')}@${provider}`
}

/** Whether two addresses lead to one box, for limits. */
export const sameMailbox = (one: string, other: string) => mailboxKey(one) === mailboxKey(other)
