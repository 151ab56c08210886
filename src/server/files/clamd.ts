import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Caller } from '#server/threads/fair-queue.ts'
import type { FileOnDisk } from './files.ts'

/** Bytes sent at a time. */
const CHUNK = 64 * 1024
/** Milliseconds without a sign of life from the scanner, and for a whole file. */
const SILENCE = 15_000
const LONGEST = 90_000
/** Characters of an answer: a longer text is not one. */
const LONGEST_ANSWER = 1_000

/** The scanner cannot be reached, does not answer in time, or could not scan. */
export class ScannerAway extends Error {
  override name = 'ScannerAway'
}

/** Connects to a path, or to host and port. */
function open(at: string): Socket {
  if (at.startsWith('/')) return connect(at)
  const { hostname, port } = new URL(`tcp://${at}`)
  return connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
}

/**
 * The file in pieces as INSTREAM takes them, each after its length in four bytes. Only the last has length 0.
 */
async function* pieces(data: Buffer | FileOnDisk): AsyncIterable<Buffer> {
  const length = (bytes: number) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(bytes)
    return head
  }
  yield Buffer.from('zINSTREAM\0')
  if (Buffer.isBuffer(data)) {
    for (let at = 0; at < data.length; at += CHUNK) {
      const piece = data.subarray(at, at + CHUNK)
      yield length(piece.length)
      yield piece
    }
  } else
    for await (const piece of createReadStream(data.path, { highWaterMark: CHUNK })) {
      yield length(piece.length)
      yield piece
    }
  yield length(0)
}

/**
 * Sends the parts, no faster than they are read. Ends early if the scanner has answered: it refuses a file
 * that is too large for it.
 */
async function send(socket: Socket, parts: AsyncIterable<Buffer>, answered: () => boolean): Promise<void> {
  for await (const part of parts) {
    if (answered() || socket.destroyed) return
    if (!socket.write(part))
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve).once('close', resolve)
      })
  }
}

/** Sends one question to the scanner. Returns its answer, without the NUL at the end. Throws ScannerAway. */
async function ask(at: string, parts: AsyncIterable<Buffer>, { silence = SILENCE, longest = LONGEST } = {}) {
  const socket = open(at)
  let text = ''
  const answer = new Promise<string>((resolve, reject) => {
    const fail = (why: string) => {
      reject(new ScannerAway(`The scanner at ${at} ${why}`))
      socket.destroy()
    }
    const end = setTimeout(() => fail('took too long'), longest)
    socket.setTimeout(silence, () => fail('does not answer'))
    socket.on('error', (error) => fail(`cannot be reached: ${error.message}`))
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')))
      else if (text.length > LONGEST_ANSWER) fail('sent something else than an answer')
    })
    socket.on('close', () => {
      clearTimeout(end)
      // An answer without the NUL was cut off: half of 'OK FOUND' must not count as OK.
      fail('closed the connection')
    })
  })
  // The failure belongs to the answer, whenever that is waited for.
  answer.catch(() => {})
  try {
    const sending = send(socket, parts, () => text !== '')
    return await Promise.race([answer, sending.then(() => answer)])
  } finally {
    socket.destroy()
  }
}

/** Scans uploaded files before anything else reads them. */
export interface Scanner {
  /**
   * The name of the malware found in a file of this caller; null for a clean one. Throws ScannerAway, and 503
   * if too many wait.
   */
  scan(data: Buffer | FileOnDisk, caller: Caller): Promise<string | null>
  /** Throws ScannerAway unless the scanner answers. */
  check(): Promise<void>
}

/** The longest waits, in milliseconds. */
export interface Patience {
  silence?: number
  longest?: number
}

/**
 * Asks the scanner at `at` (the path of a socket, or host:port; clamd's protocol) about a file. Returns the
 * name of the malware it found, null for a clean file. Throws ScannerAway for anything but a clear answer.
 */
export async function scanFile(at: string, data: Buffer | FileOnDisk, patience?: Patience): Promise<string | null> {
  const answer = await ask(at, pieces(data), patience)
  if (answer === 'stream: OK') return null
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (found !== undefined) return found.replaceAll(/[^\x21-\x7e]+/g, ' ').slice(0, 200)
  throw new ScannerAway(`The scanner at ${at} answered: ${answer.slice(0, 200)}`)
}

/** Throws ScannerAway unless the scanner answers. */
export async function pingScanner(at: string, patience?: Patience): Promise<void> {
  async function* ping() {
    yield Buffer.from('zPING\0')
  }
  const answer = await ask(at, ping(), patience)
  if (answer !== 'PONG') throw new ScannerAway(`The scanner at ${at} answered: ${answer.slice(0, 200)}`)
}
