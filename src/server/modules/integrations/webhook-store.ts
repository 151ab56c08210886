import { setTimeout as wait } from 'node:timers/promises'
import { webhooks } from '#contract/integrations/webhooks.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { tableStore } from '#server/resource/table-store.ts'
import { addressOf, Refused, type Rules } from '#server/webhooks/addresses.ts'

/** Milliseconds for a name to be resolved while an administrator waits. */
const RESOLVE_MS = 3_000
const COLUMNS = ['id', 'url', 'events', 'active', 'failingSince', 'disabledReason', 'updatedAt'] as const

/** Refuses an address that no delivery would go to. One that cannot be resolved now may be by then: each delivery checks it again. */
async function checkUrl(url: string, rules: Rules): Promise<void> {
  try {
    await Promise.race([addressOf(url, rules), wait(RESOLVE_MS, undefined, { ref: false })])
  } catch (error) {
    if (error instanceof Refused) throw invalid({ url: error.message })
  }
}

/** Webhooks without their secrets; creating one answers it, once. */
export const webhookStore =
  ({ webhookAllowPrivate: allowPrivate, webhookHosts: hosts }: Pick<Config, 'webhookAllowPrivate' | 'webhookHosts'>) =>
  (db: Db) => {
    const store = tableStore(db, 'webhooks', webhooks, {
      read: (from) => from.selectFrom('webhooks').select(COLUMNS),
      check: (_tx, { url }, before) =>
        url === before?.url ? Promise.resolve() : checkUrl(url, { allowPrivate, hosts }),
    })
    return {
      ...store,
      async create(...given: Parameters<typeof store.create>) {
        const row = await store.create(...given)
        const { secret } = await db
          .selectFrom('webhooks')
          .select('secret')
          .where('id', '=', row.id)
          .executeTakeFirstOrThrow()
        return { ...row, secret }
      },
    }
  }
