import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import type { FileStore } from '#server/files/files.ts'
import { IMAGE_WIDTHS, imageKey } from '#server/files/images.ts'

/** A file that the database names. */
export interface StoredFile {
  key: string
  /** Of what was stored, in hex; null for the smaller widths of an image, which are not kept in the database. */
  sha256: string | null
}

interface Row {
  key: string
  sha256: string
}

const read = async (client: pg.ClientBase, table: 'documents' | 'images') =>
  (await client.query<Row>(`select storage_key as key, encode(sha256, 'hex') as sha256 from ${table} order by id`)).rows

/** Every file that the database names, as the client's transaction sees it. */
export async function listStoredFiles(client: pg.ClientBase): Promise<StoredFile[]> {
  const documents = await read(client, 'documents')
  const images = await read(client, 'images')
  const widths = images.flatMap(({ key }) => IMAGE_WIDTHS.map((width) => ({ key: imageKey(key, width), sha256: null })))
  return [...documents, ...images, ...widths]
}

export const sha256Of = (data: Buffer) => createHash('sha256').update(data).digest('hex')

/** The bytes of a file, whose hash must be the one given. Throws for a file that is missing or is another. */
export async function readWhole(files: FileStore, { key, sha256 }: StoredFile): Promise<Buffer> {
  const data = await buffer(files.read(key))
  if (sha256 !== null && sha256Of(data) !== sha256) throw new Error(`The file ${key} is not what was stored`)
  return data
}
