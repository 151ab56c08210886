import { type Call, own } from '#contract/api/call.ts'

/** The calls that keep screens up to date. */
export const LIVE_CALLS: Record<string, Call> = {
  'GET live': own(
    'followChanges',
    'Follow what changes, as it happens',
    'Server-sent events: change, presence, ping, resync and replaced. Send Last-Event-ID to go on after an event. A ping follows at least every 20 seconds, and the stream ends after nine minutes: then connect again. A fourth stream of a session ends the first with replaced.',
  ),
  'POST live/presence': own(
    'tellPresence',
    'Say which record a tab has open',
    'Again every 15 seconds; a tab counts as present for 35 seconds after that, until it sends left, or until its session ends.',
  ),
}
