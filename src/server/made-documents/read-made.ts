import { sql } from 'kysely'
import type { MadeDocument, MadeKind, MadeVersion } from '#contract/made-documents/made-documents.ts'
import type { Db } from '#server/db/client.ts'
import type { Services } from '#server/services.ts'
import { type Draft, readDrafts, type Subject } from './subject.ts'

interface StoredVersion extends MadeVersion {
  kind: MadeKind
  hash: Buffer
  pieces: number | null
}

/** The versions of all documents of an order or container, newest first. */
export async function storedVersions(db: Db, subject: Subject): Promise<StoredVersion[]> {
  const of = 'orderId' in subject ? sql`m.order_id = ${subject.orderId}` : sql`m.container_id = ${subject.containerId}`
  const { rows } = await sql<Omit<StoredVersion, 'unprintable'> & { unprintable: string }>`
    select m.kind, m.version, m.document_id, d.name, d.size, m.made_at, u.username as made_by,
      d.order_event_id is not null as attached, m.unprintable, m.data_hash as hash, (m.data->>'pieces')::int as pieces
    from made_documents m join documents d on d.id = m.document_id left join users u on u.id = m.made_by
    where ${of} order by m.version desc`.execute(db)
  return rows.map((row) => ({ ...row, unprintable: row.unprintable === '' ? [] : row.unprintable.split('\n') }))
}

/** The versions and the state of one kind. */
export function stateOf(
  { kind, missing, hash, pieces, piecesGuess }: Draft,
  stored: readonly StoredVersion[],
): MadeDocument {
  const versions = stored.filter((each) => each.kind === kind)
  const [newest] = versions
  return { kind, missing, pieces, piecesGuess, changed: newest !== undefined && !newest.hash.equals(hash), versions }
}

/**
 * The documents that can be made of an order or container, with missing fields and existing versions. Throws
 * 404, 409.
 */
export async function readMade(db: Db, services: Pick<Services, 'config'>, subject: Subject): Promise<MadeDocument[]> {
  const stored = await storedVersions(db, subject)
  const last = (kind: MadeKind) => stored.find((each) => each.kind === kind)?.pieces ?? null
  const drafts = await readDrafts(db, services, subject, { pieces: null, last })
  return drafts.map((draft) => stateOf(draft, stored))
}
