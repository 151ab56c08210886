// `npm run dev` restarts the server when its files change and updates the web app in the open browser.
import './lib/check-node.mjs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { root, say } from './lib/project.mjs'
import { stopWithParent } from './lib/stop-with-parent.mjs'

process.chdir(root)
await ensureInstalled()

const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs')
// The server runs in its own process group: tsx kills it if Ctrl+C reaches it twice, from the terminal and
// from here.
const server = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'src/server/main.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: process.platform !== 'win32',
})
const { createServer } = await import('vite')
const web = await createServer()
await web.listen()
say('Open the web app here; it forwards calls to the server:')
web.printUrls()

let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  if (server.exitCode === null) server.kill('SIGTERM')
  await web.close()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
stopWithParent()
// Waits until the server and its database have ended.
server.on('exit', async (code) => {
  await stop()
  process.exitCode = code ?? 0
})
