import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Megabytes for new objects: a third of what a thread would take, most of it soon garbage. */
const YOUNG_MB = 16

interface WorkerSettings {
  /** Megabytes that end the thread. */
  memoryMb: number
  /** Start data of the thread; copied. */
  data?: unknown
}

/**
 * Starts the thread in `file` (without its extension), beside the module with this `import.meta.url`. It does
 * not keep the process alive. In development and tests the file is TypeScript, which Node cannot read:
 * `BUILT_THREADS` may name a folder with its build, else it is compiled each time.
 */
export function newWorker(file: string, beside: string, { memoryMb, data }: WorkerSettings): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB }
  const options = { workerData: data, resourceLimits }
  const built = beside.endsWith('.ts') ? builtFile(file) : new URL(`${file}.js`, beside)
  const source = JSON.stringify(new URL(`${file}.ts`, beside).href)
  const worker = built
    ? new Worker(built, options)
    : new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport(${source}, ${source}))`, {
        eval: true,
        ...options,
      })
  worker.unref()
  return worker
}

function builtFile(file: string): string | undefined {
  const folder = process.env.BUILT_THREADS
  const built = folder && resolve(folder, `${file}.js`)
  return built && existsSync(built) ? built : undefined
}
