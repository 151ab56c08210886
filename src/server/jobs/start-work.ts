import { finishErasures } from '#server/accounts/erase/erase-client.ts'
import { mailResetLink, RESET_TASK, resetRequest } from '#server/accounts/password-reset.ts'
import { purgeClients } from '#server/accounts/purge-clients.ts'
import { sendDigests } from '#server/attention/digest/send-digests.ts'
import { keepItemsAlone, sweepItems } from '#server/attention/keep-items.ts'
import { takeFiles } from '#server/carrier-events/take-files.ts'
import { createLimit } from '#server/http/security/rate-limits.ts'
import { sweepImports } from '#server/imports/sweep-imports.ts'
import { showMailServer } from '#server/mail/mail-server.ts'
import { openTransport } from '#server/mail/open-transport.ts'
import { followMailboxes } from '#server/mail-in/mailbox/follow-mailboxes.ts'
import { replyAddress } from '#server/mail-in/reply-address.ts'
import { applyDueSets } from '#server/rates/apply-due-sets.ts'
import { rollUp } from '#server/reports/keep-days.ts'
import { outdatedMail } from '#server/run-kinds.ts'
import type { Services } from '#server/services.ts'
import { tellOfUnsafeMails } from '#server/templates/template-notices.ts'
import {
  mailConfirmation,
  SUBSCRIBE_TASK,
  subscribeRequest,
  sweepSubscriptions,
} from '#server/tracking/readers/subscriptions.ts'
import { tellSubscribers } from '#server/tracking/readers/tell-subscribers.ts'
import { tellHold } from '#server/webhooks/outbox.ts'
import { askDueFeeds, matchEarlyEvents } from './carrier-feeds.ts'
import { startDispatcher } from './dispatcher.ts'
import { sweepRetention } from './retention.ts'
import { startRunner } from './runner.ts'
import { sweepFiles } from './sweep-files.ts'
import * as sweeps from './sweeps.ts'
import { startWebhookSender } from './webhook-sender.ts'
import { startJobs, type Task } from './worker.ts'

const CRONTAB = `
7 * * * * sweep_hourly ?max=1
23 3 * * * sweep_files ?max=1&fill=1d
`
/**
 * Milliseconds between sweeps. Not in the crontab: if the clock is set back, the crontab pauses until the old
 * time comes round again.
 */
const SWEEP_MS = 60_000
/** Milliseconds between looks for items that only time makes due. */
const ATTENTION_MS = 300_000

/** Milliseconds between looks for rate sets whose time has come: the first look is at the start. */
const RATES_MS = 3_000
/** Milliseconds between looks for feeds of carriers that are due, and for files of theirs. */
const CARRIERS_MS = 5_000
/** Milliseconds between mails of news to subscribers. */
const NEWS_MS = 5_000
/** Most mails a day to one address that ask to confirm a subscription, for all shipments together. */
const CONFIRMATION_MAILS_A_DAY = 10

/** Milliseconds after the start at which days are counted for the reports: after the first callers. */
const COUNTING_MS = 5_000

/** Versions up to 0.8 queued a job for each delivery, and may still run beside this one. */
const OLD_TASK = 'send_delivery'

/** Sweeps by name; a returned number is logged. */
type Sweeps = Record<string, () => Promise<number | undefined>>

/** Runs sweeps one after the other. A failing sweep is logged by name; the others still run. */
async function sweepAll(log: Services['log'], all: Sweeps): Promise<void> {
  for (const [sweep, work] of Object.entries(all)) {
    try {
      const rows = await work()
      if (rows) log.info({ sweep, rows }, 'swept')
    } catch (error) {
      log.error({ err: error, sweep }, 'sweep failed')
    }
  }
}

/** Repeats the work until stop(), pausing before each run, or `first` milliseconds before the first one. */
function every(ms: number, work: () => Promise<void>, first = ms): { stop(): Promise<void> } {
  let stopped = false
  let running = Promise.resolve()
  let timer: NodeJS.Timeout
  const plan = (pause: number) => {
    timer = setTimeout(() => {
      running = work().finally(() => {
        if (!stopped) plan(ms)
      })
    }, pause)
  }
  plan(first)
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
      return running
    },
  }
}

/** Hourly sweeps. */
const hourlySweeps = ({ db, files, ...services }: Services): Sweeps => ({
  sessions: () => sweeps.sweepSessions(db),
  challenges: () => sweeps.sweepChallenges(db),
  passwordResets: () => sweeps.sweepPasswordResets(db),
  signIns: () => sweeps.sweepSignIns(db),
  resetMails: () => sweeps.sweepResetMails(db),
  uploadMails: () => sweeps.sweepUploadMails(db),
  drafts: () => sweeps.sweepDrafts(db),
  trackingMails: () => sweeps.sweepTrackingMails(db),
  subscriptions: () => sweepSubscriptions(db),
  idempotencyKeys: () => sweeps.sweepIdempotencyKeys(db),
  views: () => sweeps.sweepViews(db),
  rateLimits: () => sweeps.sweepRateLimits(db),
  documents: () => sweeps.sweepDocuments(db, files),
  clients: () => purgeClients(db, files),
  failedJobs: () => sweeps.sweepFailedJobs(db),
  attention: () => sweepItems(db),
  retention: () => sweepRetention(db),
  imports: () => sweepImports(db),
  unsafeMails: () => tellOfUnsafeMails(db, services),
})

/** What this instance repeats until it stops. `canSend`: whether it has a mail server. */
function repeatedWork(
  services: Services,
  { canSend, signal }: { canSend: boolean; signal: AbortSignal },
): { stop(): Promise<void> }[] {
  const { db, files, log } = services
  return [
    every(SWEEP_MS, () =>
      sweepAll(log, {
        erasures: () => finishErasures(db, files),
        changes: () => sweeps.sweepChanges(db),
        presence: () => sweeps.sweepPresence(db),
        future: () => sweeps.sweepFuture(db),
        deliveries: () => sweeps.sweepStuckDeliveries(db),
        digests: () => sendDigests(services),
        ...(canSend ? { mailServer: () => showMailServer(db) } : { unsendable: () => sweeps.sweepUnsendable(db) }),
      }),
    ),
    every(ATTENTION_MS, () =>
      sweepAll(log, { queue: () => keepItemsAlone(db), carriers: () => matchEarlyEvents(services) }),
    ),
    // A day is counted once it is over by the forwarder's clock, and again when it was changed. After an
    // upgrade all days are counted, which reports of long periods wait for.
    every(ATTENTION_MS, () => sweepAll(log, { reports: () => rollUp(db, signal) }), COUNTING_MS),
    every(RATES_MS, () => sweepAll(log, { rates: () => applyDueSets(db) }), 0),
    every(NEWS_MS, () => sweepAll(log, { news: () => tellSubscribers(services) })),
    every(CARRIERS_MS, () => sweepAll(log, { feeds: () => askDueFeeds(services) })),
    every(CARRIERS_MS, () => sweepAll(log, { ediIn: () => takeFiles(services) })),
  ]
}

/** Runs jobs and sweeps on this instance until stop(). */
export async function startWork(services: Services): Promise<{ stop(): Promise<void> }> {
  const { config, db, files, log, queuePool } = services
  const transport = await openTransport(config, files)
  if (transport) await showMailServer(db)
  // Mails are left to instances with a mail server, if this one has none.
  const dispatcher =
    transport &&
    startDispatcher({
      db,
      transport,
      log,
      outdated: outdatedMail(services),
      replyAddress: () => replyAddress(services),
    })
  const confirmationMails = createLimit(services.pool, 'subscribe-mail', CONFIRMATION_MAILS_A_DAY, 86_400)
  const tasks: Record<string, Task> = {
    // The delivery itself is due, so the job only tells the dispatcher to look.
    ...(dispatcher && { [OLD_TASK]: () => dispatcher.look() }),
    [SUBSCRIBE_TASK]: (payload) => mailConfirmation(services, subscribeRequest.parse(payload), confirmationMails),
    [RESET_TASK]: (payload) => mailResetLink(services, resetRequest.parse(payload)),
    sweep_hourly: () => sweepAll(log, hourlySweeps(services)),
    sweep_files: (_, signal) => sweepAll(log, { files: () => sweepFiles(db, files, signal) }),
  }
  await tellHold(db, config.mailHoldSeconds)
  const webhooks = startWebhookSender(services)
  const mailboxes = followMailboxes(services)
  if (config.inboxPlus && (await replyAddress(services)) === null)
    log.warn('INBOX_PLUS needs MAIL_REPLY_TO or a mailbox: until then replies come without a token')
  const stopping = new AbortController()
  const repeated = repeatedWork(services, { canSend: transport !== null, signal: stopping.signal })
  const runner = startRunner(services)
  const jobs = await startJobs({ pool: queuePool, tasks, crontab: CRONTAB, log })
  return {
    async stop() {
      stopping.abort()
      await Promise.all([
        jobs.stop(),
        ...repeated.map((each) => each.stop()),
        runner.stop(),
        dispatcher?.stop(),
        webhooks.stop(),
        mailboxes.stop(),
      ])
      transport?.close()
    },
  }
}
