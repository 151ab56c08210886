import { sql } from 'kysely'
import type { Tx } from '#server/db/client.ts'

/**
 * The newest mail of a run to this address that belongs to no event and that nobody has got yet, locked;
 * undefined without one.
 */
export async function waitingMail(
  tx: Tx,
  { runId, address }: { runId: number; address: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select m.id from mails m join mail_deliveries d on d.mail_id = m.id and d.role = 'to'
    where m.run_id = ${runId} and m.order_event_id is null
      and lower(d.address) = lower(${address}) and d.state in ('queued', 'unsent') and d.attempts = 0
    order by m.id desc limit 1 for update of d`.execute(tx)
  return rows[0]?.id
}
