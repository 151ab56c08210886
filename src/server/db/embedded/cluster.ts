import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from '#server/db/embedded/binaries.ts'
import { errorCode, messageOf, StartError } from '#server/errors.ts'
import { giveTo, type RunAs } from './user.ts'

/** PostgreSQL's files, and the password of its only user, who can log in from this machine only. */
export interface Cluster {
  folder: string
  password: string
}

/** Environment of the programs: a stray PGPORT or PGDATA must not reach them. */
export const environment = {
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP } : {}),
}

/**
 * The data folder as the programs see it. Run by root, their user often cannot reach it (a clone under
 * /root); /proc/self/cwd leads to the folder they start in, whatever is above.
 */
export function pathFor(runAs: RunAs | undefined, cwd: string): string {
  return runAs && process.platform === 'linux' ? '/proc/self/cwd' : cwd
}

interface ClusterOptions {
  dataDir: string
  binaries: Binaries
  runAs: RunAs | undefined
  /** False leaves out the wait for the disk, in tests only. */
  durable: boolean
}

/** Opens the cluster in `dataDir/postgres`. Creates it first if necessary, which takes about a second. */
export async function openCluster(options: ClusterOptions, report: (text: string) => void): Promise<Cluster> {
  const { dataDir, runAs } = options
  const home = join(dataDir, 'postgres')
  if (!(await stat(home).catch(() => undefined))) {
    report('Creating the database')
    await initialise(home, options)
  }
  try {
    await giveTo(runAs, home)
    const [folder, password] = [join(home, 'cluster'), join(home, 'password')]
    // PostgreSQL refuses a folder others can read, which a copied backup often is.
    if ((await stat(folder)).mode & 0o027) await chmod(folder, 0o700)
    if ((await stat(home)).mode & 0o077) await chmod(home, 0o700)
    if ((await stat(password)).mode & 0o077) await chmod(password, 0o600)
    return { folder, password: await readFile(password, 'utf8') }
  } catch (error) {
    const code = errorCode(error)
    if (code !== 'EACCES' && code !== 'EPERM') throw error
    throw new StartError(`DATA_DIR: ${home} belongs to another user. Start as that user, or choose another folder.`)
  }
}

/** Creates a cluster in a draft folder and renames it into place, so that a kill leaves no half cluster. */
async function initialise(home: string, { dataDir, binaries, runAs, durable }: ClusterOptions) {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('postgres.new-'))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10 })
  }
  const draft = await mkdtemp(join(dataDir, 'postgres.new-'))
  const cwd = join(draft, 'cluster')
  await mkdir(cwd, { mode: 0o700 })
  await writeFile(join(draft, 'password'), randomBytes(24).toString('base64url'), { mode: 0o600 })
  await giveTo(runAs, draft)
  const options = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=quayside', '--auth=scram-sha-256', `--pwfile=${join('..', 'password')}`]
  const files = [`--pgdata=${pathFor(runAs, cwd)}`, ...(durable ? [] : ['--no-sync'])]
  try {
    await promisify(execFile)(binaries.initdb, [...options, ...access, ...files], { cwd, env: environment, ...runAs })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new StartError(`The database could not be created (or set DATABASE_URL): ${said || messageOf(error)}`)
  }
  await rename(draft, home)
}
