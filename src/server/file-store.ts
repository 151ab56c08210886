import { join } from 'node:path'
import { diskStore, type FileStore } from '#server/files/files.ts'
import type { Config } from './config.ts'

/** Where uploaded files lie on disk. */
export const diskFiles = (config: Pick<Config, 'dataDir'>) => diskStore(join(config.dataDir, 'files'))

/** The file store of the settings: a bucket when S3_URL names one, else the disk. */
export async function openFileStore(config: Config): Promise<FileStore> {
  if (!config.s3) return diskFiles(config)
  const { s3Store } = await import('#server/files/s3-store.ts')
  return s3Store(config.s3)
}
