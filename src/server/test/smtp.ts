import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { portOf } from '#server/http/port-of.ts'

/** A mail as the server received it. */
export interface ReceivedMail {
  /** Envelope: sender and recipients of this one SMTP transaction. */
  from: string
  recipients: string[]
  raw: Buffer
  mail: Email
}

export interface TestSmtp {
  /** Value for SMTP_URL. */
  url: string
  /** Every mail that arrived, oldest first. */
  mails: ReceivedMail[]
  /** Recipients that were tried, refused ones included. */
  attempts: string[]
  /** The next unread mail; fails after `ms`. */
  next(ms?: number): Promise<ReceivedMail>
  /** Refuses an address ('*' for all) with a code, `times` times. */
  refuse(address: string, code: number, message?: string, times?: number): void
  /** Holds every message this many milliseconds before accepting it. */
  hold(ms: number): void
  stop(): Promise<void>
}

interface Refusal {
  code: number
  message: string
  times: number
}

/**
 * An SMTP server on loopback that accepts every mail unless `refuse` says otherwise; picks a free port by
 * default.
 */
export async function startSmtp(at = 0): Promise<TestSmtp> {
  const mails: ReceivedMail[] = []
  const attempts: string[] = []
  const refusals = new Map<string, Refusal>()
  let held = 0
  let taken = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    size: 60 * 1024 * 1024,
    onRcptTo({ address }, _session, done) {
      attempts.push(address)
      const refusal = refusals.get(address) ?? refusals.get('*')
      if (!refusal || refusal.times <= 0) return done()
      refusal.times--
      return done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
    },
    onData(stream, { envelope }, done) {
      const take = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(Buffer.from(chunk))
        const raw = Buffer.concat(chunks)
        const mail = await PostalMime.parse(raw)
        await wait(held)
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ from, recipients: envelope.rcptTo.map((recipient) => recipient.address), raw, mail })
      }
      // A sender that disconnects halfway is not an error of the server.
      take().then(
        () => done(),
        (error) => done(error),
      )
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  // A server that listens on TCP has a port.
  const port = portOf(server.server)
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    attempts,
    async next(ms = 10_000) {
      const end = Date.now() + ms
      while (mails.length <= taken) {
        if (Date.now() > end) throw new Error('No mail arrived')
        await wait(10)
      }
      const mail = mails[taken++]
      if (!mail) throw new Error('No mail arrived')
      return mail
    },
    refuse: (address, code, message = 'Refused by the test', times = Number.POSITIVE_INFINITY) => {
      refusals.set(address, { code, message, times })
    },
    hold: (ms) => {
      held = ms
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
