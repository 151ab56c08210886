import type { TakenEdi, TakenEvents } from '#contract/carrier-events/carrier-event-rows.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Services } from '#server/services.ts'
import type { Caller } from '#server/threads/fair-queue.ts'
import { noteMessage, type OpenFeed, placeZones } from './open-feed.ts'
import { readSentEdi, readSentEvents } from './reading/read-sent.ts'
import { takeEvents } from './take-events.ts'

interface Sent {
  feed: OpenFeed
  body: string
  /** Whose turn it takes in the thread. */
  caller?: Caller
}

const optionsOf = async ({ db }: Pick<Services, 'db'>, { mapping }: OpenFeed) => ({
  ...{ now: Date.now(), mapping, zones: await placeZones(db) },
})

/** Takes a body of DCSA events. Throws 400 at `events`, 413, 503. */
export async function takeSentEvents(
  services: Pick<Services, 'db' | 'config'>,
  { feed, body, caller = null }: Sent,
  actor: Actor,
): Promise<TakenEvents> {
  const read = await readSentEvents(body, await optionsOf(services, feed), caller)
  const taken = await takeEvents(services, { feedId: feed.id, ...read }, actor)
  await noteMessage(services.db, feed.id, body)
  return { ...taken, received: read.received, problems: read.problems }
}

/** Takes a text of EDI; with `ack`, each message has its answer. Throws 400 at `text`, 413, 503. */
export async function takeSentEdi(
  services: Pick<Services, 'db' | 'config'>,
  { feed, body, caller = null, ack = false }: Sent & { ack?: boolean },
  actor: Actor,
): Promise<TakenEdi> {
  const read = await readSentEdi(body, { ...(await optionsOf(services, feed)), ack }, caller)
  const taken = await takeEvents(services, { feedId: feed.id, batches: read.batches }, actor)
  await noteMessage(services.db, feed.id, body)
  return { ...taken, messages: read.messages }
}
