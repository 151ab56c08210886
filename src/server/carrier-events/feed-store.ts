import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  AUTH_AGAIN,
  FEED_NEEDS_SECRETS_KEY,
  type Feed,
  type FeedInput,
  FIXED_FEED,
  feeds,
} from '#contract/carrier-events/feeds.ts'
import { CHOOSE } from '#contract/lib/messages.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, exists, invalid } from '#server/errors.ts'
import { createSeal } from '#server/http/security/seal.ts'
import { recordWriter } from '#server/resource/record-writer.ts'
import type { Store } from '#server/resource/store.ts'
import { tableReads } from '#server/resource/table-reads.ts'
import { countUses } from '#server/resource/uses.ts'
import { nextVersion } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'
import { addressOf, Refused } from '#server/webhooks/addresses.ts'

/** The place that an authorization is sealed for: it opens for no other feed. */
export const placeOfFeed = (id: number) => `feed ${id}`

/** Milliseconds for a name to be resolved while an administrator waits. */
const RESOLVE_MS = 3_000
const CONFLICT = 409
async function checkUrl(url: string, { config }: Pick<Services, 'config'>): Promise<void> {
  try {
    const rules = { of: 'Feeds' as const, allowPrivate: config.feedAllowPrivate, hosts: null }
    // A name that cannot be resolved now may be later: each reading checks it again.
    await Promise.race([addressOf(url, rules).catch(onlyRefused), wait(RESOLVE_MS, undefined, { ref: false })])
  } catch (error) {
    if (error instanceof Refused) throw invalid({ url: error.message })
    throw error
  }
}

function onlyRefused(error: unknown): void {
  if (error instanceof Refused) throw error
}

const select = (from: Db) =>
  from
    .selectFrom('feeds')
    .select(['id', 'updatedAt', 'name', 'kind', 'carrierId', 'url', 'everyMinutes', 'mapping', 'active', 'lastOkAt'])
    .select(['failingSince', 'reason', 'lastMessage', 'lastMessageAt'])
    .select([sql<boolean>`fixed is not null`.as('fixed'), sql<boolean>`secret <> ''`.as('hasAuth')])

async function checkCarrier(tx: Tx, carrierId: number | null, before: number | null): Promise<void> {
  if (carrierId === null || carrierId === before) return
  const found = await tx.selectFrom('carriers').select('id').where('id', '=', carrierId).executeTakeFirst()
  if (!found) throw invalid({ carrierId: CHOOSE })
}

const originOf = (url: string | null) => (url !== null && URL.canParse(url) ? new URL(url).origin : null)

/** The stored form of what an input says, without what is written apart. */
function valuesOf({ auth: _, mapping, ...fields }: Partial<FeedInput>) {
  return { ...fields, ...(mapping === undefined ? {} : { mapping: mapping && JSON.stringify(mapping) }) }
}

/** Feeds. What they sign in with is only written, sealed by SECRETS_KEY. */
export const feedStore =
  (services: Pick<Services, 'config'>) =>
  (db: Db): Store<Feed, FeedInput> => {
    const { secretsKeys } = services.config
    const seal = createSeal(secretsKeys)
    const { find, ...reader } = tableReads<typeof feeds.row>(db, feeds, { read: select })
    const writeAuth = async (tx: Tx, id: number, auth: string | null | undefined) => {
      if (auth === undefined || auth === '') return
      if (auth !== null && secretsKeys.length === 0) throw invalid({ auth: FEED_NEEDS_SECRETS_KEY })
      const secret = auth === null ? '' : seal.seal(auth, placeOfFeed(id))
      await tx.updateTable('feeds').set({ secret }).where('id', '=', id).execute()
    }
    const writer = recordWriter(
      db,
      { resource: feeds, audited: Object.keys(feeds.input.shape) },
      {
        find,
        insert: async (tx, input) => {
          await checkCarrier(tx, input.carrierId, null)
          if (input.url !== null) await checkUrl(input.url, services)
          const { id } = await tx
            .insertInto('feeds')
            .values(valuesOf(input) as never) // all required columns
            .returning('id')
            .executeTakeFirstOrThrow()
          await writeAuth(tx, id, input.auth)
          return id
        },
        change: async (tx, before, { patch, merged }) => {
          if (before.fixed && (merged.name !== before.name || merged.kind !== before.kind))
            throw exists(merged.name === before.name ? 'kind' : 'name', FIXED_FEED)
          await checkCarrier(tx, merged.carrierId, before.carrierId)
          const isMoved = merged.url !== before.url
          if (isMoved && merged.url !== null) await checkUrl(merged.url, services)
          const isNewHost = isMoved && originOf(merged.url) !== originOf(before.url)
          if (isNewHost && before.hasAuth && merged.url !== null && (patch.auth ?? '') === '' && patch.auth !== null)
            throw invalid({ auth: AUTH_AGAIN })
          await tx
            .updateTable('feeds')
            .set({ ...valuesOf(patch), updatedAt: nextVersion() })
            // A changed feed is tried at once; one that is switched off fails no more.
            .set({ nextAt: sql<string>`now()`, failures: 0, failingSince: null, reason: null })
            .where('id', '=', before.id)
            .execute()
          await writeAuth(tx, before.id, merged.url === null ? null : patch.auth)
        },
        usedBy: (tx, id) => countUses(tx, { 'carrier event': sql`carrier_events where feed_id = ${id}` }),
        release: async (_, before) => {
          if (before.fixed) throw new AppError(CONFLICT, 'This feed is always there: switch it off instead')
        },
      },
    )
    return { ...reader, ...writer }
  }
