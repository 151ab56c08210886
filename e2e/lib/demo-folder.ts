import { mkdtempSync, realpathSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The setting that names the folder with the demo data; the global setup sets it, and workers inherit it. */
const TEMPLATE = 'QUAYSIDE_DEMO_FOLDER'

/**
 * A new temporary folder, made in one go: a signal that comes meanwhile finds none, or one that its caller
 * knows of.
 */
export const newFolder = (name: string): string => mkdtempSync(join(realpathSync(tmpdir()), `quayside-${name}-`))

/** PostgreSQL may still be removing its own files. */
export const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

export const offerDemo = (folder: string) => {
  process.env[TEMPLATE] = folder
}

/**
 * A copy of the data folder with the demo data: filling a new one takes ten times as long. It is kept beside
 * the original, in the folder that the main process removes at its end, since a worker that is told to stop
 * while it copies removes nothing.
 */
export async function copyDemo(): Promise<string> {
  const template = process.env[TEMPLATE]
  if (!template) throw new Error('The global setup has not run')
  const folder = mkdtempSync(join(dirname(template), 'copy-'))
  await cp(template, folder, { recursive: true })
  return folder
}
