import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder, offerDemo, removeFolder } from './demo-folder.ts'
import { startServer, stopServer } from './server.ts'

/**
 * Lets the built server fill a data folder with the demo data once; every worker starts its server on a copy.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = newFolder('e2e')
  const template = join(folder, 'demo')
  mkdirSync(template)
  // Playwright cleans up only by the function that a setup returned: an interrupted setup returned none.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const { child } = await startServer(template, '')
  await stopServer(child)
  offerDemo(template)
  return () => removeFolder(folder)
}
