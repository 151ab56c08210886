import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The user PostgreSQL runs as when Node is root: PostgreSQL refuses to be root. */
export interface RunAs {
  uid: number
  gid: number
}

/**
 * The user for PostgreSQL; undefined if this process is not root. For root: the first owner of the folders
 * who is not root, or `nobody`.
 */
export async function runAsFor(...folders: string[]): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const folder of folders) {
    const owner = await stat(folder).catch(() => undefined)
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users)
  return { uid: Number(nobody?.[1] ?? 65534), gid: Number(nobody?.[2] ?? 65534) }
}

/** Makes the user own a folder and its contents: PostgreSQL refuses a copy made by root. */
export async function giveTo(user: RunAs | undefined, folder: string): Promise<void> {
  if (!user || (await stat(folder)).uid === user.uid) return
  const entries = await readdir(folder, { recursive: true })
  await Promise.all(entries.map((entry) => lchown(join(folder, entry), user.uid, user.gid)))
  await chown(folder, user.uid, user.gid)
}
