import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AlreadyRunningError, type EmbeddedOptions, startEmbedded } from '#server/db/embedded/embedded.ts'
import type { Config } from './config.ts'

export interface Database {
  url: string
  /**
   * The address without a pooler, for migrations, the queue and backups. The same as `url` if there is no
   * pooler.
   */
  directUrl: string
  /** Resolves if an embedded database stops unexpectedly. */
  died: Promise<void>
  stop(): Promise<void>
}

const addressFile = (config: Config) => join(config.dataDir, 'database-url')
const never = new Promise<void>(() => {})

const external = (url: string, directUrl = url): Database => ({ url, directUrl, died: never, stop: async () => {} })

/** Whether connections go through a pooler. */
export const hasPooler = ({ url, directUrl }: Database) => url !== directUrl

/** Opens the configured database, or starts the embedded one. */
export async function openDatabase(config: Config, options: EmbeddedOptions): Promise<Database> {
  if (config.databaseUrl) return external(config.databaseUrl, config.databaseDirectUrl)
  const { url, died, stop } = await startEmbedded(config.dataDir, options)
  // Commands run beside the server find the database by this file.
  await writeFile(addressFile(config), url, { mode: 0o600 })
  return { url, directUrl: url, died, stop }
}

/** Joins the embedded database of a running server, or opens one as above. For commands. */
export async function joinDatabase(config: Config): Promise<Database> {
  try {
    return await openDatabase(config, {})
  } catch (error) {
    if (!(error instanceof AlreadyRunningError)) throw error
    return external((await readFile(addressFile(config), 'utf8')).trim())
  }
}
