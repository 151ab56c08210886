import {
  CLIENT_DELETED,
  ORDER_CANCELLED,
  ORDER_DELETED,
  RUN_KIND_LABELS,
  type Run,
  type RunWithMails,
} from '#contract/runs/runs.ts'
import type { RunPreview } from '#contract/runs/start-run.ts'
import { grouped } from '#web/lib/format/grouped.ts'

/** '1 order', '37 orders'. */
export const orderCount = (n: number) => `${grouped(n)} order${n === 1 ? '' : 's'}`
const mailCount = (n: number) => `${grouped(n)} mail${n === 1 ? '' : 's'}`

/** '37 orders', or '37 rows' of a file. */
const countOf = (kind: Run['kind'], n: number) =>
  kind === 'import' ? `${grouped(n)} row${n === 1 ? '' : 's'}` : orderCount(n)

/** What a run does: 'Set event: Departed'. */
export const runTitle = ({ kind, title }: Pick<Run, 'kind' | 'title'>) =>
  title ? `${RUN_KIND_LABELS[kind]}: ${title}` : RUN_KIND_LABELS[kind]

/**
 * '24 of 37, 2 failed' while it runs; what became of it afterwards. A run with one failure is never called a success, not once it
 * is undone either, and orders that it left out on its way are said: nobody was told of them before.
 */
export function runWords({ kind, state, finishedAt, total, done, failed }: Omit<Run, 'title'>): string {
  if (state === 'undoing') return `Undoing, ${countOf(kind, done)} left`
  if (state === 'undone') {
    const stay = `stay${done === 1 ? 's' : ''}${kind === 'import' ? '' : ' as changed'}`
    const undone = done > 0 ? `Undone, but ${countOf(kind, done)} ${stay}` : 'Undone'
    return failed > 0 ? `${undone}, ${grouped(failed)} had failed` : undone
  }
  const failures = failed > 0 ? `, ${grouped(failed)} failed` : ''
  if (!finishedAt) return `${grouped(done)} of ${grouped(total)}${failures}`
  if (total === 0) return kind === 'dates' ? 'The dates were changed' : 'No orders changed'
  const left = total - done - failed
  const leftOut = state === 'done' && left > 0 ? `, ${grouped(left)} left out` : ''
  const isPart = failed > 0 || state === 'stopped' || leftOut !== ''
  return `${state === 'stopped' ? 'Stopped: ' : ''}${isPart ? `${grouped(done)} of ${countOf(kind, total)}` : countOf(kind, done)} ${kind === 'import' ? 'imported' : 'changed'}${failures}${leftOut}`
}

/** True once a run is over and did all that it was asked, or all that it did was taken back and nothing had failed. */
export const isSuccess = ({
  state,
  finishedAt,
  ...run
}: Pick<Run, 'state' | 'finishedAt' | 'total' | 'failed' | 'done'>) =>
  finishedAt !== null &&
  run.failed === 0 &&
  (state === 'undone' ? run.done === 0 : state === 'done' && run.done === run.total)

/**
 * What became of its mails, apart from what became of the orders. `held` is true while the run still holds them: those that
 * wait later wait for the mail server.
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

/** True when mails need somebody: the mail server refused them, does not answer, or is not there. */
export const mailTrouble = ({ mails, finishedAt }: Pick<RunWithMails, 'mails' | 'finishedAt'>, held: boolean) =>
  finishedAt !== null && mails.failed + mails.unsent + (held ? 0 : mails.waiting) > 0

/** A reason that stands alone: 'Changed by Marta at 10:02'. */
export const reasonWords = (reason: string | null) => (reason ?? '').replace(/^./, (letter) => letter.toUpperCase())

/** Reasons within a sentence: '2 cancelled'. Other reasons are kept as written. */
const SHORT: Readonly<Record<string, string>> = {
  [ORDER_CANCELLED]: 'cancelled',
  [ORDER_DELETED]: 'deleted',
  [CLIENT_DELETED]: 'of a deleted client',
}
const shortReason = (reason: string) => SHORT[reason] ?? reason.replace(/^(The|On)\b/, (word) => word.toLowerCase())

/** 'Applies to 37, skips 3 (2 cancelled, 1 of a deleted client)'. */
export function appliesWords({ applies, skips }: Pick<RunPreview, 'applies' | 'skips'>): string {
  const skipped = skips.reduce((sum, { count }) => sum + count, 0)
  const to = applies === 0 ? 'Applies to none' : `Applies to ${grouped(applies)}`
  if (skipped === 0) return to
  const reasons = skips.map(({ reason, count }) => `${grouped(count)} ${shortReason(reason)}`)
  return `${to}, skips ${grouped(skipped)} (${reasons.join(', ')})`
}

/** '34 mails to 30 addresses; 1 order has no e-mail address and gets none.'; '' where no mail goes. */
export function mailsToWords({ count, recipients, withoutAddress }: RunPreview['mails']): string {
  const goes = count > 0 && `${mailCount(count)} to ${recipients} address${recipients === 1 ? '' : 'es'}`
  const without =
    withoutAddress > 0 &&
    `${orderCount(withoutAddress)} without an e-mail address get${withoutAddress === 1 ? 's' : ''} no mail`
  return [goes, without].filter(Boolean).join('; ')
}
