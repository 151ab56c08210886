import { once } from 'node:events'
import { Readable } from 'node:stream'
import { parentPort, type Worker } from 'node:worker_threads'

/** Message by which the reader asks for one piece, so that a thread runs no further ahead than its reader. */
const MORE = 'more'

/** Hands out pieces as they are asked for, then the end; called in a thread. */
export async function servePieces(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('servePieces runs in a thread')
  let asked = once(port, 'message')
  const give = async (piece: Uint8Array | null) => {
    await asked
    asked = once(port, 'message')
    port.postMessage(piece)
  }
  for await (const piece of pieces) await give(piece)
  await give(null)
}

/** The pieces of a thread. Closing the stream ends the thread; a thread that fails is the stream's error. */
export function readPieces(worker: Worker): Readable {
  const pieces = new Readable({
    read: () => worker.postMessage(MORE),
    destroy: (error, done) => void worker.terminate().then(() => done(error)),
  })
  worker.on('message', (piece: Uint8Array | null) => pieces.push(piece))
  worker.on('error', (error) => pieces.destroy(error))
  worker.on('exit', () => pieces.destroy(pieces.readableEnded ? undefined : new Error('The thread ended early')))
  return pieces
}
