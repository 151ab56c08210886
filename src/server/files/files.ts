import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { access, constants, copyFile, mkdir, open, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { mayHaveCommitted } from '#server/db/failures.ts'
import { errorCode, notFound } from '#server/errors.ts'
import type { ListedFile } from './disk-files.ts'
import { listFolder } from './disk-files.ts'

/** A file that waits on the disk of this machine, so that it need not be in memory. */
export interface FileOnDisk {
  path: string
  /** Bytes. */
  size: number
  sha256: Buffer
}

/** Stores uploaded files. Keys are made by the server ('documents/ab/uuid'), never from user text. */
export interface FileStore {
  /** Stores the bytes under the key, completely or not at all. */
  write(key: string, data: Buffer | FileOnDisk): Promise<void>
  /** The bytes of a key; the stream fails with ENOENT if there are none. */
  read(key: string): Readable
  /** Removes a key; a missing one is not an error. */
  remove(key: string): Promise<void>
  /** Throws if no more files can be stored. */
  check(): Promise<void>
  /** All files of a folder ('documents'), page by page, unordered; half-written ones too. */
  list(folder: string): AsyncIterable<ListedFile[]>
}

/**
 * Runs work that stores files under these keys and inserts their rows; removes the files if it fails. They
 * stay if the commit may have happened, since a row without its file is worse than a file without a row.
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

/**
 * A file whose first bytes have been read; a later failure cuts the reply short. Throws 404, or the reason it
 * cannot be read.
 */
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

/** Free bytes that a disk must have: twice the largest submission. */
const ENOUGH_ROOM = 64 * 1024 ** 2

/** Copies a file to one that only this user may read, and waits until it is on the disk. */
async function copyTo(part: string, path: string): Promise<void> {
  await copyFile(path, part)
  const file = await open(part, 'r+')
  try {
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Files in a folder on disk that only this user may read, written to a `.part` file and renamed. */
export function diskStore(folder: string): FileStore {
  const path = (key: string) => {
    if (!KEY.test(key) || key.includes('..')) throw new Error(`Not a storage key: ${key}`)
    return join(folder, key)
  }
  return {
    async write(key, data) {
      const target = path(key)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const part = `${target}.part`
      try {
        if (Buffer.isBuffer(data)) await writeFile(part, data, { flush: true, mode: 0o600 })
        else await copyTo(part, data.path)
        await rename(part, target)
      } catch (error) {
        // A full disk keeps the part that fitted.
        await rm(part, { force: true })
        throw error
      }
    },
    read: (key) => createReadStream(path(key)),
    remove: (key) => rm(path(key), { force: true }),
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < ENOUGH_ROOM) throw new Error('The disk is full')
    },
    list: (name) => listFolder(folder, join(folder, name)),
  }
}
