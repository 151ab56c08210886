import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Prints progress on stderr, which keeps a command's stdout clean. */
export const say = (text) => process.stderr.write(`${text}\n`)

/** Seconds since a performance.now(), as '1.2 s'. */
export const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** Runs a program in the project folder; answers its exit code and output. */
export function run(command, args, { quiet = true, env = {}, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      ...options,
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs a JavaScript file with this Node. */
export const runNode = (args, options) => run(process.execPath, args, options)

/** Runs a TypeScript file of the project and adopts its exit code. */
export async function handOver(file) {
  const { code } = await runNode(['--import', 'tsx', file, ...process.argv.slice(2)], { quiet: false })
  process.exitCode = code
}
