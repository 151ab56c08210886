import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import { errorCode, messageOf } from '#server/errors.ts'
import type { FileStore } from '#server/files/files.ts'
import { IMAGE_WIDTHS, imageKey } from '#server/files/images.ts'

/** A file listed in the database. */
export interface StoredFile {
  key: string
  /** In hex; null for the smaller widths of an image and the raw texts of mails, whose hashes are not stored. */
  sha256: string | null
}

interface Row {
  key: string
  sha256: string
}

const read = async (client: pg.ClientBase, table: 'documents' | 'images') =>
  (await client.query<Row>(`select storage_key as key, encode(sha256, 'hex') as sha256 from ${table} order by id`)).rows

/** The raw texts and files of mails that came in; an older database has none. */
async function readMails(client: pg.ClientBase): Promise<StoredFile[]> {
  const { rows: known } = await client.query<{ there: boolean }>(`select to_regclass('mail_in') is not null as there`)
  if (!known[0]?.there) return []
  const { rows } = await client.query<StoredFile>(`
    select raw_key as key, null as sha256 from mail_in where raw_key <> ''
    union all select storage_key, encode(sha256, 'hex') from mail_in_files where storage_key is not null order by 1`)
  return rows
}

/** Every file listed in the database, as the client's transaction sees it. */
export async function listStoredFiles(client: pg.ClientBase): Promise<StoredFile[]> {
  const documents = await read(client, 'documents')
  const mails = await readMails(client)
  const images = await read(client, 'images')
  const widths = images.flatMap(({ key }) => IMAGE_WIDTHS.map((width) => ({ key: imageKey(key, width), sha256: null })))
  return [...documents, ...mails, ...images, ...widths]
}

export const sha256Of = (data: Buffer) => createHash('sha256').update(data).digest('hex')

/** Thrown for a file that is missing in its store; `code` is that of the system's error. */
class MissingFile extends Error {
  readonly code = 'ENOENT'
}

/** Reads a file. Throws with its name if it is missing, cannot be read, or does not match its hash. */
export async function readWhole(files: FileStore, { key, sha256 }: StoredFile): Promise<Buffer> {
  const data = await buffer(files.read(key)).catch((error) => {
    if (errorCode(error) === 'ENOENT') throw new MissingFile(`The file ${key} is missing`)
    throw new Error(`The file ${key} cannot be read: ${messageOf(error)}`)
  })
  if (sha256 !== null && sha256Of(data) !== sha256) throw new Error(`The file ${key} is damaged`)
  return data
}
