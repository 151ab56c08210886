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

/**
 * Takes the EDI among the files of a mail, as the feed Mail, also of those that are no documents. A mail is taken whatever its files say: what cannot be read
 * is logged, and the file stays with the mail.
 */
export async function takeAttachments(
  services: Pick<Services, 'db' | 'config' | 'log'>,
  files: readonly { bytes: Uint8Array }[],
): Promise<void> {
  const messages = files.flatMap(({ bytes }) => (bytes.length <= MAX_EDI_TEXT && isEdi(bytes) ? [bytes] : []))
  if (messages.length === 0) return
  try {
    const feed = await fixedFeed(services.db, 'mail')
    if (!feed.active) return
    for (const bytes of messages)
      await takeSentEdi(services, { feed, body: Buffer.from(bytes).toString('utf8'), caller: 'mail' }, MAIL)
  } catch (error) {
    services.log.warn({ err: error }, 'the EDI of a mail cannot be taken')
  }
}
