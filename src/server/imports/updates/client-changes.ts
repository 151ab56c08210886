import { sql } from 'kysely'
import { Role } from '#contract/accounts/session.ts'
import { type ClientFields, clientFields } from '#contract/clients/clients.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { fieldErrors } from '#contract/lib/rules.ts'
import { normalEmail } from '#contract/lib/text.ts'
import type { Db } from '#server/db/client.ts'
import type { RowCells } from '#server/imports/rows/row-cells.ts'
import { columnName } from '#server/orders/columns.ts'
import type { Columns, ValueChange } from './row-changes.ts'

/** A client that a row names by its address. */
export interface KnownClient extends ClientFields {
  id: number
  updatedAt: string
}

/** The change of a client that a row asks for: columns named as in SQL, those that change only. */
export interface ClientUpdate {
  id: number
  /** The version that the check saw. */
  seen: string
  columns: Columns
}

/** Fields that an import changes: the address is the key. */
const FIELDS = keysOf(clientFields.shape).filter((field) => field !== 'email')
const someFields = clientFields.partial()

/** Live clients by their address, compared as the login does. */
export async function knownClients(db: Db, mails: readonly string[]): Promise<ReadonlyMap<string, KnownClient>> {
  const wanted = [...new Set(mails.map(normalEmail))].filter((mail) => mail !== '')
  const { rows } = await sql<KnownClient>`
    select id, username, email, phone, company_name, company_address, canadian_business_number, updated_at from users
    where lower(email) = any(select lower(mail) from unnest(${wanted}::text[]) mail) and deleted_at is null
      and role = array[${sql.lit(Role.CLIENT)}]`.execute(db)
  return new Map(rows.map((row) => [normalEmail(row.email), row]))
}

/**
 * Reads the changes that a row makes to its client, by the rules of the form: filled cells only, and only those
 * that differ. The cells keep every problem.
 */
export function readClientChanges(
  cells: RowCells,
  known: KnownClient,
): { update: ClientUpdate; changes: ValueChange[] } {
  const filled = FIELDS.filter((field) => cells.text(field) !== '' && cells.text(field) !== known[field])
  const parsed = someFields.safeParse(Object.fromEntries(filled.map((field) => [field, cells.text(field)])))
  if (!parsed.success)
    for (const [field, message] of Object.entries(fieldErrors(parsed.error))) cells.refuse(field, message)
  const fields: Partial<ClientFields> = parsed.data ?? {}
  const changed = FIELDS.filter((field) => fields[field] !== undefined && fields[field] !== known[field])
  return {
    update: {
      id: known.id,
      seen: known.updatedAt,
      columns: Object.fromEntries(changed.map((field) => [columnName(field), fields[field]])),
    },
    changes: changed.map((field) => ({ field, from: known[field], to: fields[field] ?? '' })),
  }
}
