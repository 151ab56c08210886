import { rmSync } from 'node:fs'
import { newFolder, offerDemo, removeFolder } from './demo-folder.ts'
import { startServer, stopServer } from './server.ts'

/** Lets the built server fill a data folder with the demo data once; every worker starts its server on a copy. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = newFolder('demo')
  // Playwright takes away only what a setup returned: nothing, if it was interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const { child } = await startServer(folder, '')
  await stopServer(child)
  offerDemo(folder)
  return () => removeFolder(folder)
}
