import { z } from 'zod'
import { apiUrl, headersFor, noAnswer, readReply, withSession } from './api.ts'
import { ApiError, SERVER_ERROR } from './api-error.ts'

const BROKEN_OFF = 'The file broke off half-way, so it was not saved. Please try again.'

/** Options for fetching a file. */
interface FileOptions {
  /** A body, sent by POST: a form as it is, anything else as JSON. */
  body?: object | undefined
  signal?: AbortSignal
  /** Called with each piece that arrives, and with the rows of the whole file if the server counted them. */
  onPiece?: (piece: Uint8Array, rows: number | null) => void
}

/** Reads the file of a reply piece by piece. */
async function readPieces(response: Response, onPiece: NonNullable<FileOptions['onPiece']>): Promise<Blob> {
  const counted = response.headers.get('x-total-count')
  const rows = counted === null ? null : Number(counted)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  for (;;) {
    const read = await reader?.read()
    if (!read || read.done) return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
    pieces.push(read.value)
    onPiece(read.value, rows)
  }
}

/** Reads the file of a reply. If the connection ends early, nothing remains that looks like the file. */
async function readFile(response: Response, onPiece: FileOptions['onPiece']): Promise<Blob> {
  try {
    return onPiece ? await readPieces(response, onPiece) : await response.blob()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, BROKEN_OFF, { requestId: response.headers.get('x-request-id') })
  }
}

/** The request for a file. */
function sent(token: string | null, body: object | undefined): RequestInit {
  const headers = headersFor(token)
  if (body === undefined) return { headers }
  if (body instanceof FormData) return { method: 'POST', headers, body }
  return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Fetches a file with the token header. Throws an ApiError, or an AbortError if cancelled. */
export async function fetchFile(path: string, { body, signal, onPiece }: FileOptions = {}): Promise<Blob> {
  const answer: { file?: Blob } = {}
  const send = async (token: string | null) => {
    try {
      const response = await fetch(apiUrl(path), { ...sent(token, body), signal })
      if (response.ok) answer.file = await readFile(response, onPiece)
      const text = response.ok ? '' : await response.text()
      return { status: response.status, text, requestId: response.headers.get('x-request-id') }
    } catch (error) {
      if (signal?.aborted || error instanceof ApiError) throw error
      throw noAnswer()
    }
  }
  const reply = await withSession(send)
  if (answer.file) return answer.file
  readReply(z.unknown(), reply)
  throw new ApiError(reply.status, SERVER_ERROR)
}

/** Fetches a file and hands it to the browser under its name. */
export async function download(path: string, name: string, options?: FileOptions): Promise<void> {
  const url = URL.createObjectURL(await fetchFile(path, options))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Opens a file in a new tab. The tab opens before the fetch, because browsers block one that opens later. */
export async function openInTab(path: string): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const url = URL.createObjectURL(await fetchFile(path))
    if (tab) tab.location.href = url
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (error) {
    tab?.close()
    throw error
  }
}
