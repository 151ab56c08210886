import { sql } from 'kysely'
import type { Db } from '#server/db/client.ts'

/** Records whose rates of now in the history are not those of the tables. */
export async function differingRates(db: Db): Promise<{ entity: string; id: number }[]> {
  const { rows } = await sql<{ entity: string; id: number }>`
    select entity, id from (
      select 'freight' as entity, id, rate_values('freight', to_jsonb(t)) as values from freight t
      union all select 'depot', id, rate_values('depot', to_jsonb(t)) from depots t
      union all select 'location', id, rate_values('location', to_jsonb(t)) from locations t
      union all select 'constant', id, rate_values('constant', to_jsonb(t)) from constants t
      union all select 'cartage', id, rate_values('cartage', to_jsonb(t)) from cartages t
    ) now_true full join (select entity, record_id as id, values from rate_history where upper_inf(valid)) kept using (entity, id)
    where now_true.values is distinct from kept.values`.execute(db)
  return rows
}

/** Records that were missing for a time although nobody deleted them. Only lanes of freight return under their id. */
export async function holesInHistory(db: Db): Promise<{ entity: string; recordId: number }[]> {
  const { rows } = await sql<{ entity: string; recordId: number }>`
    select entity, record_id from (
      select *, lag(upper(valid)) over (partition by entity, record_id order by valid) as ended from rate_history
    ) h
    where ended <> lower(valid) and not exists (
      select from audit_entries a where a.entity = 'freight' and h.entity = 'freight' and a.entity_id = h.record_id
        and a.action = 'freight.remove' and a.at < lower(h.valid))`.execute(db)
  return rows
}

/** Records that had two sets of values at one time. */
export async function overlapsInHistory(db: Db): Promise<{ entity: string; recordId: number }[]> {
  const { rows } = await sql<{ entity: string; recordId: number }>`
    select a.entity, a.record_id from rate_history a join rate_history b
      on b.entity = a.entity and b.record_id = a.record_id and b.id > a.id and b.valid && a.valid`.execute(db)
  return rows
}
