import { type Shipper, type ShipperInput, shipperInput } from '#contract/clients/shippers.ts'
import { type Db, inTransaction } from '#server/db/client.ts'
import { notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { checkVersion, nextVersion } from '#server/resource/versions.ts'
import { lockClient, readClient } from './read-clients.ts'

const COLUMNS = [
  'id',
  'companyName',
  'companyAddress',
  'nameOfThePersonInCharge',
  'email',
  'phone',
  'additionalInformation',
  'updatedAt',
] as const
const FIELDS: readonly string[] = Object.keys(shipperInput.shape)

/** The companies a client saved, by name. Throws 403, 404. */
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

export function addShipper(db: Db, userId: number, input: ShipperInput, actor: Actor): Promise<Shipper> {
  return inTransaction(db, async (tx) => {
    await lockClient(tx, userId)
    const after = await tx
      .insertInto('shippers')
      .values({ ...input, userId })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    await recordAudit(tx, actor, { action: 'shipper.create', entity: 'shippers', entityId: after.id, after }, FIELDS)
    return after
  })
}

type Patch = Partial<ShipperInput> & { updatedAt?: string | null }

/** Changes what was sent of a client's shipper. Throws 404 for another client's, 409 for a stale version. */
export function editShipper(
  db: Db,
  userId: number,
  id: number,
  { updatedAt, ...patch }: Patch,
  actor: Actor,
): Promise<Shipper> {
  return inTransaction(db, async (tx) => {
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
  })
}
