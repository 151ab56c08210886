import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onStop } from './stop-with-parent.mjs'

/** The folder of package.json. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Prints progress on stderr, which keeps a command's stdout clean. */
export const say = (text) => process.stderr.write(`${text}\n`)

/** Seconds since a performance.now(), as '1.2 s'. */
export const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`

const running = new Set()

/** Sends a signal to all programs that are running. */
export function endChildren(signal = 'SIGTERM') {
  for (const child of running) child.kill(signal)
}

/** Runs a program in the project folder; returns its exit code and output. */
export function run(command, args, { quiet = true, env = {}, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      ...options,
    })
    running.add(child)
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }))
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Runs a JavaScript file with this Node. */
export const runNode = (args, options) => run(process.execPath, args, options)

/**
 * Runs a program with this Node and adopts its exit code. The program is in a process group of its own:
 * Ctrl+C reaches it once, from here, and it gets the time to clean up.
 */
export async function handOver(args, options) {
  onStop(() => endChildren('SIGINT'))
  const { code } = await runNode(args, { quiet: false, detached: process.platform !== 'win32', ...options })
  process.exitCode = code
}

/** Hands over to a TypeScript file of the project, with the arguments of this command. */
export const handOverTo = (file) => handOver(['--import', 'tsx', file, ...process.argv.slice(2)])
