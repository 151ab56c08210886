import { setTimeout as wait } from 'node:timers/promises'
import { webhooks } from '#contract/integrations/webhooks.ts'
import type { Change } from '#server/accounts/notices/notice-text.ts'
import { tellOwner } from '#server/accounts/notices/tell-owner.ts'
import { type Db, inTransaction, type Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { tableStore } from '#server/resource/table-store.ts'
import type { Services } from '#server/services.ts'
import { addressOf, Refused, type Rules } from '#server/webhooks/addresses.ts'

/** Milliseconds for a name to be resolved while an administrator waits. */
const RESOLVE_MS = 3_000
const COLUMNS = ['id', 'url', 'events', 'active', 'failingSince', 'disabledReason', 'updatedAt'] as const

/**
 * Refuses an address that no delivery would go to. A name that cannot be resolved now may be later: each
 * delivery checks it again.
 */
async function checkUrl(url: string, rules: Rules): Promise<void> {
  try {
    await Promise.race([addressOf(url, rules), wait(RESOLVE_MS, undefined, { ref: false })])
  } catch (error) {
    if (error instanceof Refused) throw invalid({ url: error.message })
  }
}

/**
 * Webhooks without their secrets; creating one answers its secret, once. Whoever changes one is told by mail.
 */
export const webhookStore = (services: Services) => (db: Db) => {
  const { webhookAllowPrivate: allowPrivate, webhookHosts: hosts } = services.config
  const storeOn = (on: Db) =>
    tableStore(on, webhooks, {
      read: (from) => from.selectFrom('webhooks').select(COLUMNS),
      check: (_tx, { url }, before) =>
        url === before?.url ? Promise.resolve() : checkUrl(url, { allowPrivate, hosts }),
    })
  const store = storeOn(db)
  /** Changes a webhook and tells its editor, in one transaction. */
  const telling = <T>(change: Change, by: Actor, work: (on: typeof store, tx: Tx) => Promise<T>): Promise<T> =>
    inTransaction(db, async (tx) => {
      const done = await work(storeOn(tx), tx)
      await tellOwner(tx, services, change, { by })
      return done
    })
  return {
    ...store,
    create: (...given: Parameters<typeof store.create>) =>
      telling('webhook-added', given[1], async (on, tx) => {
        const row = await on.create(...given)
        const { secret } = await tx
          .selectFrom('webhooks')
          .select('secret')
          .where('id', '=', row.id)
          .executeTakeFirstOrThrow()
        return { ...row, secret }
      }),
    update: (...given: Parameters<typeof store.update>) =>
      telling('webhook-changed', given[3], (on) => on.update(...given)),
    remove: (...given: Parameters<typeof store.remove>) =>
      telling('webhook-removed', given[1], (on) => on.remove(...given)),
  }
}
