import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { type Embedded, startEmbedded } from '#server/db/embedded/embedded.ts'
import { giveTo, runAsFor } from '#server/db/embedded/user.ts'
import { withAdmin } from '#server/test/database.ts'

/** Speed before safety, except for the settings that a standby needs. */
const settings = { fsync: 'off', autovacuum: 'off', wal_keep_size: '128MB' }
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts'])

/** Starts a PostgreSQL in `folder` that a standby can follow. */
export const startPrimary = (folder: string): Promise<Embedded> => startEmbedded(folder, { settings })

/**
 * A streaming standby of the primary in `primaryFolder`, in a new folder. Its files are copied while the
 * primary runs, between pg_backup_start and pg_backup_stop, since pg_basebackup is not among the embedded
 * programs.
 */
export async function startStandby(primaryFolder: string, primary: Embedded, folder: string): Promise<Embedded> {
  const home = join(folder, 'postgres')
  const cluster = join(home, 'cluster')
  const source = join(primaryFolder, 'postgres', 'cluster')
  await mkdir(home, { recursive: true })
  const password = await readFile(join(primaryFolder, 'postgres', 'password'), 'utf8')
  await writeFile(join(home, 'password'), password, { mode: 0o600 })
  await withAdmin(primary.adminUrl, async (client) => {
    await client.query("select pg_backup_start('standby', fast => true)")
    await cp(source, cluster, {
      recursive: true,
      filter: (path) => !LEFT_OUT.has(basename(path)) && !/^pg_wal\/./.test(relative(source, path)),
    })
    const { rows } = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)')
    await writeFile(join(cluster, 'backup_label'), rows[0].labelfile)
  })
  const { hostname, port, username } = new URL(primary.adminUrl)
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`
  await writeFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  await writeFile(join(cluster, 'standby.signal'), '')
  await giveTo(await runAsFor(join(primaryFolder, 'postgres')), home)
  return startEmbedded(folder, { settings })
}
