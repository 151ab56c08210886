import { constants } from 'node:fs'
import { access, chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { errorCode, StartError } from '#server/errors.ts'

/** Names of everything that the product itself puts into its data folder. */
const OURS = /^(postgres(\.new-.+|\.log(\.old)?|-\d.*)?|files|database-url|quayside\.lock(\.turn)?|lost\+found)$/
const OTHERS = 0o077

const WHY: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'it is a file, not a folder',
  ENOSPC: 'the disk is full',
  ENOENT: 'the path does not exist',
}

/**
 * Makes the data folder if anything will be stored in it, and closes it to other users, with the uploaded
 * files of earlier versions. Throws StartError if it cannot be written.
 */
export async function openDataFolder(config: Config, say: (text: string) => void): Promise<void> {
  if (config.databaseUrl && config.s3) return
  const { dataDir } = config
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = WHY[errorCode(error)] ?? String(error)
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be used: ${why}. Choose another folder, for example DATA_DIR=./data`,
    )
  }
  if (process.platform === 'win32') return
  await closeFiles(join(dataDir, 'files'))
  await closeFolder(dataDir, say)
}

/**
 * Makes a folder and those above it, one by one: Node's own `recursive` never ends below /proc, where none
 * can be made.
 */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const above = dirname(folder)
    const exists = (path: string) => stat(path).catch(() => null)
    if (errorCode(error) === 'EEXIST' && (await exists(folder))?.isDirectory()) return
    if (errorCode(error) !== 'ENOENT' || (await exists(above))) throw error
    await makeFolder(above)
    await mkdir(folder, { mode: 0o700 })
  }
}

/** Closes the folder itself unless it also holds things of others: DATA_DIR=/tmp must not close /tmp. */
async function closeFolder(dataDir: string, say: (text: string) => void): Promise<void> {
  if (!((await lstat(dataDir)).mode & OTHERS)) return
  const stranger = (await readdir(dataDir)).find((name) => !OURS.test(name))
  const closed = stranger === undefined && (await chmod(dataDir, 0o700).then(() => true, unlessForbidden))
  if (closed) return
  const why = stranger === undefined ? 'it belongs to another user' : `it contains ${stranger}`
  say(`Warning: DATA_DIR ${dataDir} stays open to other users, since ${why}. Give Quayside a folder of its own.`)
}

/**
 * Sets 0700 and 0600 for a folder and everything below. The folder itself comes last: once it is closed,
 * everything in it is.
 */
async function closeFiles(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null)
  if (!found?.isDirectory() || !(found.mode & OTHERS)) return
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await closeFiles(path)
    else if (entry.isFile()) await chmod(path, 0o600).catch(unlessForbidden)
  }
  await chmod(folder, 0o700).catch(unlessForbidden)
}

function unlessForbidden(error: unknown): false {
  if (errorCode(error) === 'EPERM' || errorCode(error) === 'EROFS') return false
  throw error
}
