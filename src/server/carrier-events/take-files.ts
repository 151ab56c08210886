import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, errorCode } from '#server/errors.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Services } from '#server/services.ts'
import { fixedFeed, noteFailure, type OpenFeed } from './open-feed.ts'
import { MAX_EDI_TEXT } from './reading/limits.ts'
import { takeSentEdi, takeSentEvents } from './take-sent.ts'

/** Milliseconds since its last change after which a file counts as written to its end. */
const SETTLED_MS = 5_000
/** Milliseconds after which a file that an instance began to take is taken again: that instance was stopped. */
const LEFT_MS = 600_000
const BAD_REQUEST = 400
const TOO_LARGE = 413

const FILES: Actor = { userId: null, impersonatorId: null, ip: '127.0.0.1', requestId: 'edi-in' }

const CALLER = 'edi-in'

/** Folders of `DATA_DIR/edi-in`: what waits is in the first one. */
const foldersOf = (dataDir: string) => {
  const waiting = join(dataDir, 'edi-in')
  const [taking, done, refused] = ['taking', 'done', 'refused'].map((name) => join(waiting, name))
  return { waiting, taking: taking ?? '', done: done ?? '', refused: refused ?? '' }
}
type Folders = ReturnType<typeof foldersOf>

/** Names of plain files of a folder that have not changed for a while; none of a folder that is missing. */
async function settledFiles(folder: string, forMs: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
  const times = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ mtimeMs, ctimeMs }) => Math.max(mtimeMs, ctimeMs),
        () => Number.POSITIVE_INFINITY,
      ),
    ),
  )
  return names.filter((_, place) => (times[place] ?? Number.POSITIVE_INFINITY) <= Date.now() - forMs).sort()
}

/** Moves a file to itself; false if another instance was faster. */
async function claim({ waiting, taking }: Folders, name: string): Promise<boolean> {
  try {
    await rename(join(waiting, name), join(taking, name))
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** Why a file cannot be read; null for one that was taken. Throws what a later attempt may mend. */
async function refusalOf(
  services: Pick<Services, 'db' | 'config'>,
  feed: OpenFeed,
  path: string,
): Promise<string | null> {
  const { size } = await stat(path)
  if (size > MAX_EDI_TEXT) return 'The file is larger than 10 MB'
  const body = await readFile(path, 'utf8')
  try {
    // A file of events of DCSA is one of JSON.
    if (/^\s*[[{]/.test(body)) {
      await takeSentEvents(services, { feed, body, caller: CALLER }, FILES)
      return null
    }
    const { messages } = await takeSentEdi(services, { feed, body, caller: CALLER }, FILES)
    if (messages.some(({ accepted }) => accepted)) return null
    return messages[0]?.problems[0]?.message ?? 'The file has no message'
  } catch (error) {
    if (error instanceof AppError && (error.status === BAD_REQUEST || error.status === TOO_LARGE)) return error.message
    throw error
  }
}

/** The place of a file that was taken: another one of that name stays. */
const placeIn = (folder: string, name: string) =>
  join(folder, `${new Date().toISOString().replaceAll(/[-:]/g, '')}-${name}`)

/**
 * Takes the files of `DATA_DIR/edi-in`, each once: they are moved to `done` or `refused` within it. Returns how many were
 * taken. Does nothing while the feed Files is switched off, or without the folder.
 */
export async function takeFiles(
  services: Pick<Services, 'db' | 'config' | 'log'>,
  settledMs = SETTLED_MS,
): Promise<number> {
  const { db, config, log } = services
  const folders = foldersOf(config.dataDir)
  const waiting = await settledFiles(folders.waiting, settledMs)
  const left = await settledFiles(folders.taking, LEFT_MS)
  if (waiting.length + left.length === 0) return 0
  const feed = await fixedFeed(db, 'files')
  if (!feed.active) return 0
  for (const folder of [folders.taking, folders.done, folders.refused]) await mkdir(folder, { recursive: true })
  let taken = 0
  const files = [...left.map((name) => ({ name, isOurs: true })), ...waiting.map((name) => ({ name, isOurs: false }))]
  for (const { name, isOurs } of files) {
    if (!isOurs && !(await claim(folders, name))) continue
    const path = join(folders.taking, name)
    const refusal = await refusalOf(services, feed, path)
    if (refusal !== null) {
      log.warn({ file: name, reason: refusal }, 'a file of edi-in cannot be read')
      await noteFailure(db, feed.id, { reason: `${name}: ${refusal}`, message: null })
    } else taken++
    await rename(path, placeIn(refusal === null ? folders.done : folders.refused, name))
  }
  return taken
}
