import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/client.ts'

/** Why a file is neither read nor imported again. */
export const APPLIED = 'This file was imported already'

/** Bytes of one row of the table. */
const PART = 1024 * 1024

/** Keeps the file of an import, which another sheet or row of headings reads again. */
export async function keepFile(tx: Tx, importId: number, data: Uint8Array): Promise<void> {
  for (let from = 0; from < data.length; from += PART) {
    const part = Buffer.from(data.buffer, data.byteOffset + from, Math.min(PART, data.length - from))
    await sql`
      insert into import_files (import_id, part, data) values (${importId}, ${from / PART + 1}, ${part})`.execute(tx)
  }
}

/** The file of an import; null if it is not kept. */
export async function keptFile(db: Db, importId: number): Promise<Uint8Array | null> {
  const parts: Buffer[] = []
  for (;;) {
    const found = await db
      .selectFrom('importFiles')
      .select('data')
      .where('importId', '=', importId)
      .where('part', '=', parts.length + 1)
      .executeTakeFirst()
    if (!found) return parts.length > 0 ? Buffer.concat(parts) : null
    parts.push(found.data)
  }
}

/** Deletes the file of an import, once nothing reads it again. */
export const dropFile = (db: Db, importId: number) =>
  sql`delete from import_files where import_id = ${importId}`.execute(db)
