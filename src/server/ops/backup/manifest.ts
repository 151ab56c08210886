import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const MANIFEST = 'manifest.json'
export const FORMAT = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * The contents of a backup: tables as gzipped COPY text, files by key, each with the hash of its uncompressed
 * bytes.
 */
const manifest = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sha256 })),
  sequences: z.record(z.string(), z.string().nullable()),
  files: z.array(z.object({ key: z.string().regex(/^[a-z]+(\/[a-z0-9][a-z0-9.-]*)+$/), size: z.int(), sha256 })),
})
export type Manifest = z.infer<typeof manifest>

/** Reads the manifest of a backup. Throws if the folder has none, or a damaged one. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST)
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`${folder} is not a backup`)
  })
  try {
    return manifest.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${path} is damaged`, { cause })
  }
}

export const tableFile = (folder: string, name: string) => join(folder, 'tables', `${name}.copy.gz`)
export const fileFolder = (folder: string) => join(folder, 'files')
