import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { access, constants, mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { mayHaveCommitted } from '#server/db/failures.ts'
import { errorCode, notFound } from '#server/errors.ts'
import { listFolder } from './disk-files.ts'

/** Where uploaded files lie. Keys are made by the server ('documents/ab/uuid'), never from user text. */
export interface FileStore {
  /** Stores the bytes under the key; after it resolves they are there as a whole. */
  write(key: string, data: Buffer): Promise<void>
  /** The bytes of a key; the stream fails when there are none. */
  read(key: string): Readable
  /** Removes a key; one that is not there is no error. */
  remove(key: string): Promise<void>
  /** Resolves when more files can be stored; throws why not. */
  check(): Promise<void>
  /** All files of a folder ('documents'), page by page, in no order; half-written ones too. */
  list(folder: string): AsyncIterable<ListedFile[]>
}

/** A file that lies in a store. */
export interface ListedFile {
  key: string
  /** Milliseconds since the epoch, by the clock of the store. */
  writtenAt: number
}

/**
 * Runs work that stores files under these keys and adds their rows; when it fails, no file is left. A commit whose answer
 * was lost may have happened: then they stay, since a row without its file is worse than a file without a row.
 */
export async function removeUnlessDone<T>(
  files: FileStore,
  keys: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!mayHaveCommitted(error)) await Promise.allSettled(keys.map((key) => files.remove(key)))
    throw error
  }
}

/** A file whose first bytes are there; what fails after that breaks off the reply. Throws 404, or why it cannot be read now. */
export async function openFile(files: FileStore, key: string, what: string): Promise<Readable> {
  const stream = files.read(key)
  try {
    await once(stream, 'readable')
    return stream
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? notFound(what) : error
  }
}

const KEY = /^[a-z]+(\/[a-z0-9][a-z0-9.-]*)+$/

/** Bytes: the largest submission, twice. */
const ENOUGH_ROOM = 64 * 1024 ** 2

/** Files in a folder on disk, written beside their place and renamed into it. */
export function diskStore(folder: string): FileStore {
  const path = (key: string) => {
    if (!KEY.test(key) || key.includes('..')) throw new Error(`Not a storage key: ${key}`)
    return join(folder, key)
  }
  return {
    async write(key, data) {
      const target = path(key)
      await mkdir(dirname(target), { recursive: true })
      const part = `${target}.part`
      try {
        await writeFile(part, data, { flush: true })
        await rename(part, target)
      } catch (error) {
        // A full disk keeps what still fitted.
        await rm(part, { force: true })
        throw error
      }
    },
    read: (key) => createReadStream(path(key)),
    remove: (key) => rm(path(key), { force: true }),
    async check() {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < ENOUGH_ROOM) throw new Error('The disk is full')
    },
    list: (name) => listFolder(folder, join(folder, name)),
  }
}
