import { opendir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { errorCode } from '#server/errors.ts'

/** A file in a store. */
export interface ListedFile {
  key: string
  /** Milliseconds since the epoch, by the clock of the store. */
  writtenAt: number
}

const PAGE = 1_000

/** All files below a folder; none if it is missing. */
async function* pathsBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(unlessGone)
  if (!entries) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* pathsBelow(path)
    else yield path
  }
}

/** The files below a folder in pages, by their path from `root`; skips files removed meanwhile. */
export async function* listFolder(root: string, folder: string): AsyncGenerator<ListedFile[]> {
  let page: string[] = []
  for await (const path of pathsBelow(folder)) {
    page.push(path)
    if (page.length < PAGE) continue
    yield await readTimes(root, page)
    page = []
  }
  if (page.length > 0) yield await readTimes(root, page)
}

async function readTimes(root: string, paths: readonly string[]): Promise<ListedFile[]> {
  const files = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(unlessGone)
      return found ? [{ key: relative(root, path).replaceAll(sep, '/'), writtenAt: found.mtimeMs }] : []
    }),
  )
  return files.flat()
}

function unlessGone(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null
  throw error
}
