import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const MANIFEST = 'manifest.json'
export const FORMAT = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** What a backup holds: tables as gzipped text of COPY, files by their keys, each with the hash of its plain bytes. */
const manifest = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sha256 })),
  sequences: z.record(z.string(), z.string().nullable()),
  files: z.array(z.object({ key: z.string().regex(/^[a-z]+(\/[a-z0-9][a-z0-9.-]*)+$/), size: z.int(), sha256 })),
})
export type Manifest = z.infer<typeof manifest>

/** Throws when the folder holds no backup of this format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(`${folder} holds no backup`)
  })
  return manifest.parse(JSON.parse(text))
}

export const tableFile = (folder: string, name: string) => join(folder, 'tables', `${name}.copy.gz`)
export const fileFolder = (folder: string) => join(folder, 'files')
