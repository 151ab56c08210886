import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { type ClientFields, EMAIL_TAKEN } from '#contract/clients/clients.ts'
import { normalEmail } from '#contract/lib/text.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import { takenMails } from '#server/imports/rows/judge-rows.ts'
import { recordChanges } from '#server/resource/changes.ts'
import type { BatchOutcome } from '#server/runs/run-kind.ts'
import { announceNothing, type ImportOf, type ImportRow } from './insert-orders.ts'

/** A hash that no password leads to: staff give imported clients their password. */
const NO_PASSWORD = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * Imports the clients that the check accepted, confirmed like those that staff register, and without a
 * password. One whose address has been taken since fails alone.
 */
export async function insertClients(
  tx: Tx,
  rows: readonly ImportRow<ClientFields>[],
  { importId, fileName }: ImportOf,
  actor: Actor,
): Promise<BatchOutcome[]> {
  if (rows.length === 0) return []
  const taken = await takenMails(
    tx,
    rows.map(({ record }) => record.email),
  )
  const good = rows.filter(({ record }) => !taken.has(normalEmail(record.email)))
  const given = good.map(({ position, record }) => ({ position, ...record }))
  await announceNothing(tx)
  const made = await sql<{ id: number; email: string; updatedAt: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (username text, "companyName" text, email text,
        phone text, "companyAddress" text, "canadianBusinessNumber" text, position integer)
    ), made as (
      insert into users (username, company_name, email, phone, company_address, canadian_business_number, role, confirmed,
        password_hash)
      select username, "companyName", email, phone, "companyAddress", "canadianBusinessNumber", array[${sql.lit(Role.CLIENT)}],
        true, ${NO_PASSWORD}
      from given order by position on conflict do nothing returning id, email, updated_at
    ), trail as (
      insert into audit_entries (user_id, impersonator_id, api_key_id, ip, request_id, action, entity, entity_id, after)
      select ${actor.userId}::integer, ${actor.impersonatorId}::integer, ${actor.apiKeyId ?? null}::integer, ${actor.ip},
        ${actor.requestId}, 'client.import', 'clients', m.id,
        to_jsonb(g) - 'position' || jsonb_build_object('confirmed', true, 'import', ${`${fileName} (${importId})`}::text)
      from made m join given g on g.email = m.email
    )
    select id, email, updated_at from made`.execute(tx)
  await recordChanges(tx, { userId: actor.userId }, [{ entity: 'clients', entityId: null, kind: 'create' }])
  const byMail = new Map(made.rows.map((row) => [row.email, row]))
  return rows.map(({ position, record }): BatchOutcome => {
    const client = byMail.get(record.email)
    if (!client) return { position, state: 'failed', reason: EMAIL_TAKEN }
    return { position, state: 'done', orderId: null, result: { clientId: client.id, version: client.updatedAt } }
  })
}
