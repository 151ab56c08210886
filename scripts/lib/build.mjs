import { join } from 'node:path'
import { precompress } from './precompress.mjs'
import { root, runNode, say, since } from './project.mjs'
import { beginBuild, whyBuild } from './stamp.mjs'

/** Builds web app and server into `dist` if the sources have changed; exits if that fails. */
export async function ensureBuilt() {
  const reason = whyBuild()
  if (!reason) return
  say(`Building: ${reason}.`)
  const failure = await build()
  if (!failure) return
  say(`${failure}\nThe build failed.`)
  process.exit(1)
}

/** Builds unconditionally; returns the output of what failed, or undefined. */
export async function build() {
  const start = performance.now()
  const finish = beginBuild()
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  const env = { NODE_ENV: 'production' }
  const results = await Promise.all([
    runNode([vite, 'build'], { env }),
    runNode([vite, 'build', '--config', 'vite.server.config.ts'], { env }),
  ])
  const failed = results.filter(({ code }) => code !== 0)
  if (failed.length > 0) return failed.map(({ output }) => output).join('\n')
  await precompress(join(root, 'dist', 'web'))
  finish()
  say(`Built in ${since(start)}.`)
  return undefined
}
