import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { AlreadyRunningError, startEmbedded } from './db/embedded.ts'

export interface Database {
  url: string
  /** Resolves when an embedded database ends by itself. */
  died: Promise<void>
  stop(): Promise<void>
}

const addressFile = (config: Config) => join(config.dataDir, 'database-url')
const never = new Promise<void>(() => {})

/** The database of the settings: an external one as it is, else the embedded one, started. */
export async function openDatabase(config: Config, onProgress: (text: string) => void): Promise<Database> {
  if (config.databaseUrl) return { url: config.databaseUrl, died: never, stop: async () => {} }
  const embedded = await startEmbedded(config.dataDir, { onProgress })
  // For commands that run beside the server.
  await writeFile(addressFile(config), embedded.url, { mode: 0o600 })
  return embedded
}

/** The same for a command: beside a running server it joins that server's embedded database. */
export async function joinDatabase(config: Config): Promise<Database> {
  try {
    return await openDatabase(config, () => {})
  } catch (error) {
    if (!(error instanceof AlreadyRunningError)) throw error
    return { url: (await readFile(addressFile(config), 'utf8')).trim(), died: never, stop: async () => {} }
  }
}
