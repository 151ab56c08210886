import pg from 'pg'
import { UNLIMITED } from '#server/db/client.ts'
import type { FileStore } from '#server/files/files.ts'
import { listStoredFiles, readWhole, sha256Of } from './stored-files.ts'

const STEP = 200

/**
 * Copies every file listed in the database from one store to another and verifies both copies against its
 * hash. Skips files that are already there, so run it until it finds nothing new. Deletes nothing. Returns
 * how many files there are and how many were copied.
 */
export async function copyFiles(
  url: string,
  from: FileStore,
  to: FileStore,
  say: (text: string) => void,
): Promise<{ files: number; copied: number }> {
  const client = new pg.Client({ connectionString: url, options: UNLIMITED })
  client.on('error', () => {})
  await client.connect()
  try {
    const stored = await listStoredFiles(client)
    let copied = 0
    for (const [index, file] of stored.entries()) {
      const there = await readWhole(to, file).catch(() => null)
      if (!there) {
        const data = await readWhole(from, file)
        await to.write(file.key, data)
        await readWhole(to, { key: file.key, sha256: sha256Of(data) })
        copied++
      }
      if ((index + 1) % STEP === 0 || index + 1 === stored.length) say(`  ${index + 1} of ${stored.length} files`)
    }
    return { files: stored.length, copied }
  } finally {
    await client.end()
  }
}
