import { busy } from '#server/errors.ts'

interface Batches<Value> {
  /** Reads several keys at once; leaves out those without a value. */
  read: (keys: string[]) => Promise<Map<string, Value>>
  /** Batches that are read at the same time. */
  atOnce: number
  /** Keys in one batch. */
  most: number
  /** Most requests that may wait for their batch. */
  waiting: number
}

interface Request<Value> {
  key: string
  resolve: (value: Value | null) => void
  reject: (error: unknown) => void
}

/**
 * Reads the values of single keys for many callers. Keys that are asked for at the same moment, or while
 * earlier batches are being read, are read together, in one trip. The answer is null for a key without a
 * value; if a batch fails, it fails for all its callers. Throws 503 when too many wait.
 */
export function createBatches<Value>({ read, atOnce, most, waiting }: Batches<Value>) {
  const queue: Request<Value>[] = []
  let running = 0

  async function readBatch(batch: readonly Request<Value>[]): Promise<void> {
    running++
    try {
      const found = await read([...new Set(batch.map(({ key }) => key))])
      for (const { key, resolve } of batch) resolve(found.get(key) ?? null)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    running--
    readNext()
  }
  function readNext(): void {
    if (running < atOnce && queue.length > 0) void readBatch(queue.splice(0, most))
  }

  return (key: string): Promise<Value | null> =>
    new Promise((resolve, reject) => {
      if (queue.length >= waiting) throw busy()
      queue.push({ key, resolve, reject })
      // The batch starts after all requests that have already arrived.
      setImmediate(readNext)
    })
}
