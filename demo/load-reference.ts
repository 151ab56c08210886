import type { Pool, PoolClient } from 'pg'
import { continueIdentities } from '#demo/lib/insert-rows.ts'
import { createRandom } from '#demo/lib/random.ts'
import { loadTemplates } from '#demo/mail/load-templates.ts'
import { CARTAGES } from '#demo/reference/cartages.ts'
import { deliveryTimes } from '#demo/reference/depots.ts'
import { insertReference } from '#demo/reference/insert-reference.ts'
import { referenceRows } from '#demo/reference/reference-rows.ts'

/** Tables that must still be empty: examples never mix with or overwrite what somebody entered. */
const TABLES = [
  'ports',
  'cities',
  'vessels',
  'carriers',
  'places',
  'depots',
  'cartages',
  'freight',
  'locations',
  'hints',
  'document_requirements',
  'events',
  'html_blocks',
  'orders',
]

async function isUntouched(client: PoolClient): Promise<boolean> {
  const used = TABLES.map((table) => `exists (select from ${table})`).join(' or ')
  const { rows } = await client.query<{ used: boolean }>(
    `select ${used} or exists (select from mail_templates where not system)
       or exists (select from audit_entries where entity = 'mailTemplates') as used`,
  )
  return rows[0]?.used === false
}

/**
 * Fills a database without reference data with the demo's: ports and cities, ships, carriers, places, rates, delivery times,
 * hints, document requirements, events, mail templates and html-blocks; no accounts, no orders, no addresses
 * that get copies. All of it or nothing. Returns false, and changes nothing, if there is any already.
 */
export async function loadReference(pool: Pool, now = new Date()): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Two instances that start together take turns.
    await client.query('lock table ports in share row exclusive mode')
    const untouched = await isUntouched(client)
    if (untouched) {
      await insertReference(client, referenceRows(now, deliveryTimes(CARTAGES, createRandom('delivery'))))
      await loadTemplates(client, now)
      await continueIdentities(client)
    }
    await client.query('commit')
    return untouched
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release(true)
  }
}
