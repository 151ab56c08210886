import { CARRIER_EVENT_STATES, type TakenEdi } from '#contract/carrier-events/carrier-event-rows.ts'
import { AppError } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Services } from '#server/services.ts'
import { fixedFeed } from './open-feed.ts'
import { MAX_EDI_TEXT } from './reading/limits.ts'
import { takeSentEdi } from './take-sent.ts'

const MAIL: Actor = { userId: null, impersonatorId: null, ip: '127.0.0.1', requestId: 'mail' }

/** The beginning of an interchange, after a byte order mark and blanks. */
const INTERCHANGE = /^\uFEFF?\s*(?:ISA.{103}|UNA|UNB)/s
const HEAD_BYTES = 512

const isEdi = (bytes: Uint8Array) =>
  INTERCHANGE.test(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1').replace('\u00ef\u00bb\u00bf', ''))

/** What became of a file, for people. */
function outcomeOf({ stored, duplicates, messages, ...counts }: TakenEdi): string {
  const states = CARRIER_EVENT_STATES.filter((state) => counts[state] > 0).map((state) => `${counts[state]} ${state}`)
  const taken = stored > 0 ? `Taken as carrier events: ${states.join(', ')}` : duplicates > 0 ? 'We had its events' : ''
  const broken = messages.filter(({ accepted }) => !accepted)
  const count = broken.length === messages.length ? 'Its EDI' : `${broken.length} of ${messages.length} messages`
  const [problem] = broken.flatMap(({ problems }) => problems)
  const refused = problem ? `${count} cannot be read: ${problem.message}` : ''
  return [taken, refused].filter(Boolean).join('. ') || 'Its EDI names no event'
}

/**
 * Takes the EDI among the files of a mail, as the feed Mail, also of those that are no documents. Returns what became of each
 * file that is EDI, by its place. A mail is taken whatever its files say: what cannot be taken is logged, and the file
 * stays with the mail.
 */
export async function takeAttachments(
  services: Pick<Services, 'db' | 'config' | 'log'>,
  files: readonly { bytes: Uint8Array }[],
): Promise<Map<number, string>> {
  const outcomes = new Map<number, string>()
  const messages = [...files.entries()].filter(([, { bytes }]) => bytes.length <= MAX_EDI_TEXT && isEdi(bytes))
  for (const [place, { bytes }] of messages) {
    try {
      const feed = await fixedFeed(services.db, 'mail')
      const sent = { feed, body: Buffer.from(bytes).toString('utf8'), caller: 'mail' }
      const outcome = feed.active ? outcomeOf(await takeSentEdi(services, sent, MAIL)) : 'The feed Mail is switched off'
      outcomes.set(place, outcome)
    } catch (error) {
      services.log.warn({ err: error }, 'the EDI of a mail cannot be taken')
      outcomes.set(place, `Its EDI cannot be taken${error instanceof AppError ? `: ${error.message}` : ''}`)
    }
  }
  return outcomes
}
