import { domainToASCII } from 'node:url'

/**
 * Providers whose boxes are the same with and without dots in the name, by the name of the provider. Others tell them apart: `a.b` and
 * `ab` are two people there.
 */
const WITHOUT_DOTS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * How a mail address is counted by limits: one box counts once, however it is written. In lower case, without what follows a plus in the
 * name, without dots where the provider ignores them, and with the domain in its ASCII form. Never for what is stored or mailed.
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
