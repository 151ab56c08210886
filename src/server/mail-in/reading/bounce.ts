import { decodeWords } from './encoded-words.ts'
import { type Field, firstValue, readFields } from './header-fields.ts'
import { inReplyToOf, messageIdOf, referencesOf } from './identifiers.ts'
import { deliveryStatuses } from './kinds-of-mail.ts'
import { bytesOf, leavesOf, newReading, type Part } from './mime-parts.ts'
import { cutText, oneLine } from './text-forms.ts'

export type BounceAction = 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded'

/** What a report says about one recipient. */
export interface BounceReport {
  /** Null where the report names none that the standard knows. */
  action: BounceAction | null
  /** '5.1.1'; null without one. */
  status: string | null
  /** What the other server said, '550 5.1.1 User unknown'; '' without it. */
  diagnostic: string
  /** Final-Recipient and Original-Recipient, each once. */
  recipients: string[]
}
export interface Bounce {
  reports: BounceReport[]
  /** The Message-ID of the mail that bounced. */
  originalMessageId: string | null
}

const ACTIONS: readonly BounceAction[] = ['failed', 'delayed', 'delivered', 'relayed', 'expanded']
const MAX_DIAGNOSTIC = 1_000
/** Recipients of a report that are read. */
const MAX_REPORTS = 200

/** The text behind the type of a field: 'smtp; 550 5.1.1 …'. */
const behindType = (value: string) => value.slice(value.indexOf(';') + 1).trim()

/** The forms of an address in a report: as written, and without the encoding of an original recipient (RFC 3461). */
function addressForms(value: string): string[] {
  const address = oneLine(decodeWords(behindType(value))).replace(/^<(.*)>$/, '$1')
  const plain = address.replaceAll(/\+([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return address.includes('@') ? [address, oneLine(plain)] : []
}

function reportOf(fields: readonly Field[]): BounceReport {
  const action = /^[a-z]+/.exec(firstValue(fields, 'action').trim().toLowerCase())?.[0]
  const forms = ['final-recipient', 'original-recipient'].flatMap((name) => addressForms(firstValue(fields, name)))
  return {
    action: ACTIONS.find((each) => each === action) ?? null,
    status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(firstValue(fields, 'status'))?.[0] ?? null,
    diagnostic: cutText(
      oneLine(decodeWords(behindType(firstValue(fields, 'diagnostic-code')))).replaceAll(/\s+/g, ' '),
      MAX_DIAGNOSTIC,
    ).text,
    recipients: [...new Set(forms)],
  }
}

/** The groups of fields of a report: the first is about the mail, each of the others about a recipient. */
function groupsOf(data: Buffer): Field[][] {
  const { budget, leftOut } = newReading()
  const groups: Field[][] = []
  for (let at = 0; at < data.length && groups.length <= MAX_REPORTS; ) {
    const { fields, body } = readFields(data, at, data.length, budget, leftOut)
    if (fields.length > 0) groups.push(fields)
    at = body
  }
  return groups
}

const RETURNED = /^(?:message\/(?:rfc822|global|rfc822-headers|global-headers)|text\/rfc822-headers)$/

/** The Message-ID in the returned part of a report. */
function returnedId(root: Part): string | null {
  for (const part of leavesOf(root).filter(({ type }) => RETURNED.test(type.value))) {
    const { budget, leftOut } = newReading()
    const data = bytesOf(part)
    const id = messageIdOf(readFields(data, 0, data.length, budget, leftOut).fields)
    if (id) return id
  }
  return null
}

/** What a bounce says (RFC 3464); null for a mail that is none. */
export function bounceOf(root: Part): Bounce | null {
  const statuses = deliveryStatuses(root)
  if (statuses.length === 0) return null
  const reports = statuses
    .flatMap((part) => groupsOf(bytesOf(part)))
    .filter((fields) => fields.some(({ name }) => /^(?:final-recipient|original-recipient|action)$/.test(name)))
    .slice(0, MAX_REPORTS)
    .map(reportOf)
  const referred = referencesOf(root.fields, new Set()).at(-1) ?? inReplyToOf(root.fields)
  return { reports, originalMessageId: returnedId(root) ?? referred ?? null }
}
