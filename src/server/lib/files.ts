import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where uploaded files lie. Keys are made by the server ('documents/ab/uuid'), never from user text. */
export interface FileStore {
  /** Stores the bytes under the key; after it resolves they are there as a whole. */
  write(key: string, data: Buffer): Promise<void>
  /** The bytes of a key; the stream fails when there are none. */
  read(key: string): Readable
  /** Removes a key; one that is not there is no error. */
  remove(key: string): Promise<void>
}

const KEY = /^[a-z]+(\/[a-z0-9][a-z0-9.-]*)+$/

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
      await writeFile(`${target}.part`, data)
      await rename(`${target}.part`, target)
    },
    read: (key) => createReadStream(path(key)),
    remove: (key) => rm(path(key), { force: true }),
  }
}
