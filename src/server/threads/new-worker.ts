import { Worker } from 'node:worker_threads'

interface WorkerSettings {
  /** More memory than this ends the thread. */
  memoryMb: number
  /** What the thread starts with; copied. */
  data?: unknown
}

/**
 * Starts the thread in `file` (without its extension), beside the module with this `import.meta.url`. It does not keep the
 * process alive. In development and tests the file is TypeScript, which Node cannot read.
 */
export function newWorker(file: string, beside: string, { memoryMb, data }: WorkerSettings): Worker {
  const options = { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memoryMb } }
  const source = JSON.stringify(new URL(`${file}.ts`, beside).href)
  const worker = beside.endsWith('.ts')
    ? new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport(${source}, ${source}))`, {
        eval: true,
        ...options,
      })
    : new Worker(new URL(`${file}.js`, beside), options)
  worker.unref()
  return worker
}
