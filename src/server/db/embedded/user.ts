import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The user PostgreSQL runs as when Node is root: PostgreSQL refuses to be root. */
export interface RunAs {
  uid: number
  gid: number
}

/**
 * Undefined for an ordinary user. For root: the owner of the first of the folders that belongs to someone else, or
 * `nobody`.
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
