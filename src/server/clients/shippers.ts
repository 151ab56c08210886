import { type Shipper, type ShipperInput, shipper, shipperInput } from '#contract/clients/shippers.ts'
import { lockClient, readClient } from '#server/accounts/read-client.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { checkVersion, nextVersion } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'

const COLUMNS = shipper.keyof().options
const FIELDS: readonly string[] = shipperInput.keyof().options

/** A client's saved suppliers, by name. Throws 403, 404. */
export async function listShippers(db: Db, userId: number): Promise<Shipper[]> {
  await readClient(db, userId)
  return db
    .selectFrom('shippers')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .orderBy('companyName')
    .orderBy('id')
    .limit(1000)
    .execute()
}

type NewShipper = ShipperInput & { userId: number }

/** Saves a supplier for a client. Throws 403, 404. */
export async function addShipper(tx: Tx, _: Services, input: NewShipper, actor: Actor): Promise<Shipper> {
  await lockClient(tx, input.userId)
  const after = await tx.insertInto('shippers').values(input).returning(COLUMNS).executeTakeFirstOrThrow()
  await recordAudit(tx, actor, { action: 'shipper.create', entity: 'shippers', entityId: after.id, after }, FIELDS)
  return after
}

type ShipperEdit = Partial<ShipperInput> & { id: number; userId: number; updatedAt?: string | null }

/** Changes the fields that were sent. Throws 404 for another client's supplier, 409 for a stale version. */
export async function editShipper(tx: Tx, _: Services, input: ShipperEdit, actor: Actor): Promise<Shipper> {
  const { id, userId, updatedAt, ...patch } = input
  await readClient(tx, userId)
  const own = tx.selectFrom('shippers').select(COLUMNS).where('id', '=', id).where('userId', '=', userId)
  const before = await own.forUpdate().executeTakeFirst()
  if (!before) throw notFound('Shipper')
  await checkVersion(tx, updatedAt, before, 'shippers', () => before)
  await tx
    .updateTable('shippers')
    .set({ ...patch, updatedAt: nextVersion() })
    .where('id', '=', id)
    .execute()
  const after = await own.executeTakeFirstOrThrow()
  await recordAudit(tx, actor, { action: 'shipper.update', entity: 'shippers', entityId: id, before, after }, FIELDS)
  return after
}
