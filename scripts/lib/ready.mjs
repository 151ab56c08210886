import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'

/** Installs and builds what is missing, and goes to the project folder, where migrations and data are looked for. */
export async function makeReady() {
  process.chdir(root)
  await ensureInstalled()
  await ensureBuilt()
}
