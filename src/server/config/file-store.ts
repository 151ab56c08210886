import { join } from 'node:path'
import { diskStore, type FileStore } from '#server/files/files.ts'
import type { Config } from './config.ts'

/** Uploaded files on disk. */
export const diskFiles = (config: Pick<Config, 'dataDir'>) => diskStore(join(config.dataDir, 'files'))

/** The configured file store: a bucket if S3_URL is set, else the disk. */
export async function openFileStore(config: Config): Promise<FileStore> {
  if (!config.s3) return diskFiles(config)
  const { s3Store } = await import('#server/files/s3-store.ts')
  return s3Store(config.s3)
}
