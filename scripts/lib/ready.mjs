import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'

/**
 * Installs and builds what is missing, and changes to the project folder, because paths of migrations and
 * data are relative to it.
 */
export async function makeReady() {
  process.chdir(root)
  await ensureInstalled()
  await ensureBuilt()
}
