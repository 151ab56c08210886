import * as f from '#contract/lib/fields.ts'
import type { MailIn } from '#contract/mail-in/mail-in.ts'
import type { Order } from '#contract/orders/orders.ts'

/** Addresses in a typed or pasted text: 'Anna <anna@client.example>; tom@…'. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[,;\n]+/)
    .map((part) => (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim())
    .filter(Boolean)

/** The first of these texts that is no address; undefined if all are. */
export const wrongAddress = (addresses: readonly string[]) =>
  addresses.find((address) => !f.email().safeParse(address).success)

/** Whom a reply goes to, and who they are. */
export interface Recipient {
  address: string
  who: string
}

const isAddress = (address: string) => wrongAddress([address]) === undefined

/**
 * Whom a reply goes to at first: the client of its order, else its sender; never the address that the mail asks
 * for. '' for nobody.
 */
export function usualRecipient(mail: MailIn, order: Order | undefined): Recipient {
  const choices = [
    { address: mail.orderId === null ? '' : (order?.email ?? ''), who: 'the client of the order' },
    { address: mail.clientId === null ? '' : (order?.user.email ?? ''), who: 'the client' },
    { address: mail.fromAddress, who: 'the sender' },
  ]
  return choices.find(({ address }) => isAddress(address)) ?? { address: '', who: '' }
}

/**
 * The others who wrote or got the mail, each once; without those who get the reply anyway, and without us: the only
 * recipient of a mail is our mailbox.
 */
export function otherRecipients(
  { fromAddress, toAddresses, ccAddresses }: Pick<MailIn, 'fromAddress' | 'toAddresses' | 'ccAddresses'>,
  known: readonly string[],
): string[] {
  const left = new Map(
    [fromAddress, ...(toAddresses.length === 1 ? [] : toAddresses), ...ccAddresses]
      .filter(isAddress)
      .map((address) => [address.toLowerCase(), address]),
  )
  for (const address of known) left.delete(address.toLowerCase())
  return [...left.values()]
}

/** The subject of a reply; one that is a reply already stays. */
export const replySubject = (subject: string) => (/^\s*re\s*:/i.test(subject) ? subject : `Re: ${subject}`).trim()
