import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { checkImport } from '#server/imports/check-import.ts'
import { stageFile } from '#server/imports/stage-file.ts'
import { createEvent, createLane, createUser } from '#server/test/records.ts'
import { startRunServer } from './run-server.ts'

/**
 * Imports as many orders and kills the server `kills` times meanwhile. Checks that each row made one order
 * with one entry, and nothing else.
 */
export async function importUnderKills({ orders: count, kills }: { orders: number; kills: number }): Promise<void> {
  const { db, call, killDuring, close } = await startRunServer()
  try {
    await createUser(db, { email: 'import@example.test' })
    const { depot, cartage } = await createLane(db)
    await createEvent(db, 'Booking received')
    const headings = `Tracking Code,Client email,Shipment trade terms,Origin,Destination,"Volume, CBM","Weight, KG","Transport cost, USD",Shipper's company name,Shipper's company address,Shipper's person in charge,Shipper's email,Shipper's phone`
    const rows = Array.from({ length: count }, (_, n) => {
      const code = n % 2 === 0 ? `KILL${String(n).padStart(4, '0')}0001` : `OLD-${n}`
      return `${code},import@example.test,2,${depot.name},${cartage.name},3,600,800,Lamps,8 Street,Li,li@example.test,861`
    })
    const data = Buffer.from([headings, ...rows].join('\n'))
    const id = await stageFile(db, {
      kind: 'orders',
      fileName: 'kills.csv',
      data,
      mapping: {},
      options: {},
      userId: null,
      remembers: false,
    })
    await checkImport(db, id, { timeZone: 'UTC' })
    const run: { id: number; total: number } = await call(`import/${id}/apply`, {})
    expect(run.total).toBe(count)
    const now = () => db.selectFrom('runs').selectAll().where('id', '=', run.id).executeTakeFirstOrThrow()
    for (let kill = 0; kill < kills; kill++) {
      const least = Math.floor((count / (kills + 1)) * kill)
      while ((await now()).done < least || (await now()).done === 0) await wait(5)
      await killDuring(run.id)
    }
    await expect.poll(async () => (await now()).finishedAt, { timeout: 120_000, interval: 20 }).not.toBeNull()
    expect(await now()).toMatchObject({ done: count, failed: 0, total: count })
    const { rows: counts } = await sql<Record<string, number>>`
      select count(*)::int as orders, count(distinct o.other_reference_used) filter (where o.other_reference_used <> '')::int as references,
        count(*) filter (where (select count(*) from order_events e where e.order_id = o.id) <> 1)::int as wrong_entries,
        count(*) filter (where (select count(*) from audit_entries a where a.entity = 'orders' and a.entity_id = o.id) <> 1)::int as wrong_trails,
        (select count(distinct order_id) from run_items where run_id = ${run.id} and state = 'done')::int as marked
      from orders o join users u on u.id = o.user_id where u.email = 'import@example.test'`.execute(db)
    expect(counts[0]).toEqual({
      orders: count,
      references: Math.floor(count / 2),
      wrongEntries: 0,
      wrongTrails: 0,
      marked: count,
    })
  } finally {
    await close()
  }
}
