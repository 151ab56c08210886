import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const HASHED = /-([\w-]{7})\.(?:js|css)$/

/** A folder to start the server in, with a copy of the built web app that can be rebuilt. */
export interface BuiltFolder {
  folder: string
  /**
   * Replaces the files as a build of changed sources does: every file gets a new name, and the old files are
   * gone.
   */
  buildAgain(): void
  remove(): void
}

/** Copies the built web app into a temporary folder. */
export function copyBuild(): BuiltFolder {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'quayside-built-'))
  symlinkSync(join(process.cwd(), 'migrations'), join(folder, 'migrations'))
  const web = join(folder, 'dist', 'web')
  mkdirSync(join(folder, 'dist'))
  cpSync(join(process.cwd(), 'dist', 'web'), web, { recursive: true, filter: (path) => !/\.(?:gz|br)$/.test(path) })
  const assets = join(web, 'assets')
  const page = join(web, 'index.html')
  let builds = 0

  function buildAgain() {
    builds += 1
    const hashes = new Set(readdirSync(assets).flatMap((name) => HASHED.exec(name)?.[1] ?? []))
    const renamed = (text: string) =>
      text.replace(/-([\w-]{7})(?=\.)/g, (found, hash: string) =>
        hashes.has(hash) ? `-${[...hash].reverse().join('')}` : found,
      )
    for (const name of readdirSync(assets)) {
      const file = join(assets, name)
      if (/\.(?:js|css)$/.test(name)) writeFileSync(file, renamed(readFileSync(file, 'utf8')))
      renameSync(file, join(assets, renamed(name)))
    }
    writeFileSync(page, `${renamed(readFileSync(page, 'utf8'))}<!-- ${builds} -->`)
    const made = Date.now() / 1000 + builds * 60
    utimesSync(page, made, made)
  }
  return { folder, buildAgain, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
