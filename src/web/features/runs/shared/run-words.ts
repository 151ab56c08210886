import { NO_ADDRESS } from '#contract/papers/papers.ts'
import {
  CLIENT_DELETED,
  nounOf,
  OFFER_DELETED,
  ORDER_CANCELLED,
  ORDER_DELETED,
  RUN_KIND_LABELS,
  type Run,
  type RunNoun,
  type RunWithMails,
} from '#contract/runs/runs.ts'
import {
  FURTHER_ON,
  HAS_EVENT,
  NO_OFFER_ADDRESS,
  NO_SUPPLIER_ADDRESS,
  OPTION_WITHOUT_PRICE,
  REPLACED_BY_DRAFT,
  type RunPreview,
} from '#contract/runs/start-run.ts'
import { grouped } from '#web/lib/format/grouped.ts'

/** Counts what the rows of a run are: '1 order', '37 offers'. */
export const nounCount = (noun: RunNoun, n: number) => `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`
/** Counts orders: '1 order', '37 orders'. */
export const orderCount = (n: number) => nounCount('order', n)
const mailCount = (n: number) => `${grouped(n)} mail${n === 1 ? '' : 's'}`

/** What a run did to its rows, where it did not just change them. */
const DID: Partial<Record<Run['kind'], string>> = {
  import: 'imported',
  'offer-send': 'sent',
  'offer-follow-up': 'followed up',
  'offer-withdraw': 'withdrawn',
}
const didOf = (kind: Run['kind']) => DID[kind] ?? 'changed'
const countOf = (kind: Run['kind'], n: number) => nounCount(nounOf(kind), n)

/** The action of a run: 'Set event: Departed'. */
export const runTitle = ({ kind, title }: Pick<Run, 'kind' | 'title'>) =>
  title ? `${RUN_KIND_LABELS[kind]}: ${title}` : RUN_KIND_LABELS[kind]

/**
 * The progress, '24 of 37, 2 failed', or the outcome. A run with one failure is never called a success, not
 * even once it is undone. Orders that it left out on its way are named: nobody has read of them before.
 */
export function runWords({ kind, state, finishedAt, total, done, failed }: Omit<Run, 'title'>): string {
  if (state === 'undoing') return `Undoing, ${countOf(kind, done)} left`
  if (state === 'undone') {
    const stay = `stay${done === 1 ? 's' : ''}${kind === 'import' ? '' : ` ${didOf(kind) === 'changed' ? 'as ' : ''}${didOf(kind)}`}`
    const undone = done > 0 ? `Undone, but ${countOf(kind, done)} ${stay}` : 'Undone'
    return failed > 0 ? `${undone}, ${grouped(failed)} had failed` : undone
  }
  const failures = failed > 0 ? `, ${grouped(failed)} failed` : ''
  if (!finishedAt) return `${grouped(done)} of ${grouped(total)}${failures}`
  if (total === 0) return kind === 'dates' ? 'The dates were changed' : `No ${nounOf(kind)}s ${didOf(kind)}`
  const left = total - done - failed
  const leftOut = state === 'done' && left > 0 ? `, ${grouped(left)} left out` : ''
  const isPart = failed > 0 || state === 'stopped' || leftOut !== ''
  return `${state === 'stopped' ? 'Stopped: ' : ''}${isPart ? `${grouped(done)} of ${countOf(kind, total)}` : countOf(kind, done)} ${didOf(kind)}${failures}${leftOut}`
}

/** True once a run did all that it was asked, or all was taken back, and nothing had failed. */
export const isSuccess = ({
  state,
  finishedAt,
  ...run
}: Pick<Run, 'state' | 'finishedAt' | 'total' | 'failed' | 'done'>) =>
  finishedAt !== null &&
  run.failed === 0 &&
  (state === 'undone' ? run.done === 0 : state === 'done' && run.done === run.total)

/**
 * The outcome of its mails, apart from that of the orders. `held` is true while the run still holds them:
 * mails that wait later wait for the mail server.
 */
export function mailWords({ mails, finishedAt }: Pick<RunWithMails, 'mails' | 'finishedAt'>, held: boolean): string[] {
  const { waiting, sent, failed, unsent, cancelled } = mails
  if (!finishedAt) return []
  return [
    waiting > 0 &&
      !held &&
      `${mailCount(waiting)} queued: the mail server has not taken ${waiting === 1 ? 'it' : 'them'} yet`,
    sent > 0 && `${mailCount(sent)} sent`,
    failed > 0 && `${mailCount(failed)} failed`,
    unsent > 0 && `${mailCount(unsent)} not sent: no mail server is set up`,
    cancelled > 0 && `${mailCount(cancelled)} cancelled`,
  ].filter((words) => words !== false)
}

/** True if mails need somebody: the mail server refused them, does not answer, or is not there. */
export const mailTrouble = ({ mails, finishedAt }: Pick<RunWithMails, 'mails' | 'finishedAt'>, held: boolean) =>
  finishedAt !== null && mails.failed + mails.unsent + (held ? 0 : mails.waiting) > 0

/** A reason as a sentence of its own: 'Changed by Marta at 10:02'. */
export const reasonWords = (reason: string | null) => (reason ?? '').replace(/^./, (letter) => letter.toUpperCase())

/** Reasons in the form that follows a number of orders, '2 cancelled'. */
const SHORT: Readonly<Record<string, string>> = {
  [ORDER_CANCELLED]: 'cancelled',
  [ORDER_DELETED]: 'deleted',
  [OFFER_DELETED]: 'deleted',
  [CLIENT_DELETED]: 'of a deleted client',
  [HAS_EVENT]: 'with this event already',
  [FURTHER_ON]: 'further on',
  [NO_ADDRESS]: 'without an e-mail address',
  [NO_OFFER_ADDRESS]: 'without an e-mail address',
  [OPTION_WITHOUT_PRICE]: 'with an option without a price',
  [REPLACED_BY_DRAFT]: 'that a draft replaces',
  [NO_SUPPLIER_ADDRESS]: 'whose shipper has no e-mail address',
}

/** The ways in which other reasons begin, and how they follow a number. Names keep their spelling. */
const FORMS: readonly [RegExp, string][] = [
  [/^The offer (?:is|was) /, ''],
  [/^Its /, 'whose '],
  [/^The (?=(?:cargo|status)\b)/, 'whose '],
  [/^Goes to /, 'going to '],
  [/^(.+) is in charge already$/, 'with $1 in charge already'],
  [/^On (?=.* already$)/, 'on '],
  [/^Already on /, 'already on '],
]

/** A reason behind a number of orders: '2 cancelled', '1 whose cargo was received'. */
function shortReason(reason: string): string {
  const form = FORMS.find(([begins]) => begins.test(reason))
  return SHORT[reason] ?? (form ? reason.replace(form[0], form[1]) : `where ${innerReason(reason)}`)
}

/** A reason behind a colon: 'the order is cancelled'. Names keep their spelling. */
const innerReason = (reason: string) =>
  reason.replace(/^(?:A|Already|An|Another|Changed|Goes|Its|No|On|The|This)\b/, (word) => word.toLowerCase())

/** The preview in words: 'Applies to 37, skips 3 (2 cancelled, 1 of a deleted client)', and how many would fail. */
export function appliesWords({ total, applies, skips }: Pick<RunPreview, 'total' | 'applies' | 'skips'>): string {
  const skipped = skips.reduce((sum, { count }) => sum + count, 0)
  const reasons = skips.map(({ reason, count }) => `${grouped(count)} ${shortReason(reason)}`)
  const fail = total - applies - skipped
  return [
    applies === 0 ? 'Applies to none' : `Applies to ${grouped(applies)}`,
    skipped > 0 && `, skips ${grouped(skipped)} (${reasons.join(', ')})`,
    fail > 0 && `; ${grouped(fail)} would fail`,
  ]
    .filter(Boolean)
    .join('')
}

const has = (n: number) => (n === 1 ? 'has' : 'have')

/** Orders or offers of a preview by outcome: '22 orders will change', '35 orders have this event already'. */
export function outcomeWords(
  { outcome, count, reason }: Omit<RunPreview['outcomes'][number], 'ids'>,
  noun: RunNoun = 'order',
): string {
  const orders = nounCount(noun, count)
  if (outcome === 'changes' || reason === null) return `${orders} will change`
  if (reason === HAS_EVENT) return `${orders} ${has(count)} this event already`
  if (reason === FURTHER_ON) return `${orders} ${count === 1 ? 'is' : 'are'} further on`
  return `${orders}${outcome === 'cannot' ? ' cannot' : ''}: ${innerReason(reason)}`
}

/** Orders whose client gets no mail: '1 order has no e-mail address'. */
export const withoutMailWords = (count: number) => `${orderCount(count)} of these ${has(count)} no e-mail address`

/** Orders whose document cannot be made: '22 orders without PDF: …'. */
export const withoutPdfWords = (count: number, reason: string) => `${orderCount(count)} without the PDF. ${reason}`

/** The mails of a run, '34 mails to 30 addresses', or '' without any. */
export const mailsToWords = ({ count, recipients }: RunPreview['mails']): string =>
  count > 0 ? `${mailCount(count)} to ${grouped(recipients)} address${recipients === 1 ? '' : 'es'}` : ''
