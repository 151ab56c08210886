import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'

/**
 * Installs and builds what is missing, and changes to the project folder, which migrations and data are
 * relative to.
 */
export async function makeReady() {
  process.chdir(root)
  await ensureInstalled()
  await ensureBuilt()
}
