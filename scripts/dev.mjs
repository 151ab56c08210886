// `npm run dev`: the server restarts when its files change, the web app is updated in the open browser.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { root, say } from './lib/project.mjs'
import { stopWithParent } from './lib/stop-with-parent.mjs'

process.chdir(root)
await ensureInstalled()

const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs')
// In a group of its own: tsx ends the server the hard way when Ctrl+C reaches it twice, from the terminal and from here.
const server = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'src/server/main.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: process.platform !== 'win32',
})
const { createServer } = await import('vite')
const web = await createServer()
await web.listen()
say('Open the web app here; it passes calls on to the server:')
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
// The database ends with the server: this process stays until that has happened.
server.on('exit', async (code) => {
  await stop()
  process.exitCode = code ?? 0
})
