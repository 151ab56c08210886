import type { z } from 'zod'
import { noSuch } from '#contract/lib/messages.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import {
  CLAUSES_WITH_VARIABLES,
  COMPANY_LABELS,
  type Company,
  type companyInput,
  LOGO_TYPE,
  LOGO_TYPES,
} from '#contract/system/company.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { type ImageRow, imageColumns, imageOf } from '#server/files/image-addresses.ts'
import type { Actor } from '#server/http/app-types.ts'
import { recordAudit } from '#server/resource/audit.ts'
import { checkVersion, nextVersion } from '#server/resource/versions.ts'
import type { Services } from '#server/services.ts'

const readRow = (db: Db) => db.selectFrom('companyProfile').selectAll().executeTakeFirstOrThrow()

async function readLogo(db: Db, id: number | null): Promise<ImageRow | null> {
  if (id === null) return null
  const found = db.selectFrom('images').select([...imageColumns])
  return (await found.where('id', '=', id).executeTakeFirst()) ?? null
}

async function readBlock(db: Db, id: number | null) {
  if (id === null) return null
  const found = db.selectFrom('htmlBlocks').select(['id', 'title', 'content'])
  return (await found.where('id', '=', id).executeTakeFirst()) ?? null
}

/** Facts about the forwarder for documents. */
export async function readCompany(db: Db): Promise<Company> {
  const { id: _, logoId, clausesBlockId, ...row } = await readRow(db)
  const [logo, block] = await Promise.all([readLogo(db, logoId), readBlock(db, clausesBlockId)])
  return { ...row, logo: logo && imageOf(logo), clausesBlock: block && { id: block.id, name: block.title } }
}

/** The facts with the logo's storage key, and the clauses as HTML. */
export async function readPrintedCompany(db: Db) {
  const { logoId, clausesBlockId, ...row } = await readRow(db)
  const [logo, block] = await Promise.all([readLogo(db, logoId), readBlock(db, clausesBlockId)])
  return { ...row, logoKey: logo?.storageKey ?? null, clauses: block?.content ?? '' }
}

const VARIABLE = /\{\{|\{%/

/** Throws 400 at the logo or the clauses. */
async function check(tx: Tx, { logoId, clausesBlockId }: z.output<typeof companyInput>): Promise<void> {
  const [logo, block] = await Promise.all([readLogo(tx, logoId ?? null), readBlock(tx, clausesBlockId ?? null)])
  if (logoId && !logo) throw invalid({ logoId: noSuch('picture') })
  if (logo && !LOGO_TYPES.includes(logo.contentType)) throw invalid({ logoId: LOGO_TYPE })
  if (clausesBlockId && !block) throw invalid({ clausesBlockId: noSuch('html-block') })
  if (block && VARIABLE.test(block.content)) throw invalid({ clausesBlockId: CLAUSES_WITH_VARIABLES })
}

/** Changes the fields that were sent. Returns all. Throws 400 at the fields, 409 for an outdated version. */
export async function saveCompany(
  tx: Tx,
  _: Services,
  { updatedAt, ...input }: z.output<typeof companyInput>,
  actor: Actor,
): Promise<Company> {
  const before = await tx.selectFrom('companyProfile').selectAll().forUpdate().executeTakeFirstOrThrow()
  await checkVersion(tx, updatedAt, before, 'companyProfile', () => readCompany(tx))
  await check(tx, input)
  const changed = keysOf(COMPANY_LABELS).filter((key) => input[key] !== undefined && input[key] !== before[key])
  if (changed.length === 0) return readCompany(tx)
  await tx
    .updateTable('companyProfile')
    .set({ ...input, updatedAt: nextVersion() })
    .execute()
  const after = await readRow(tx)
  await recordAudit(
    tx,
    actor,
    { action: 'company.update', entity: 'companyProfile', entityId: before.id, before, after },
    changed,
  )
  return readCompany(tx)
}
