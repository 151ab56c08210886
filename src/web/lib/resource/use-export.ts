import { useRef, useState } from 'react'
import { apiUrl, type RequestOptions } from '#web/lib/api/api.ts'
import { download } from '#web/lib/api/download.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'

/** Progress of an export. */
export interface ExportProgress {
  /** Rows of the whole file; null until the server has counted them, and if it counts none. */
  rows: number | null
  /** Rows that have arrived; null if bytes do not tell them. */
  done: number | null
  bytes: number
}

const NEWLINE = 10
const newlinesIn = (piece: Uint8Array) => piece.reduce((n, byte) => n + Number(byte === NEWLINE), 0)
const grouped = (n: number) => n.toLocaleString('en').replaceAll(',', '\u00a0')

/** Rows to export: all of a list by its query, or those named in a body, which is sent by POST. */
export interface ExportedRows {
  query?: RequestOptions['query']
  body?: object | undefined
}

/** Exports the answer of a path as a file of the given name, with progress and a way to cancel. */
export function useExport(path: string, name: string, { query = {}, body }: ExportedRows = {}) {
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const running = useRef<AbortController>(null)
  const { page: _, per_page: __, ...whole } = query
  const start = async (format: 'csv' | 'xlsx') => {
    const stop = new AbortController()
    running.current = stop
    const at: ExportProgress = { rows: null, done: format === 'csv' ? 0 : null, bytes: 0 }
    setProgress({ ...at })
    const onPiece = (piece: Uint8Array, rows: number | null) => {
      at.rows = rows
      at.bytes += piece.length
      // The first line is the heading; a text of several lines counts as several rows.
      if (at.done !== null) at.done = Math.min(rows ?? Number.POSITIVE_INFINITY, at.done + newlinesIn(piece))
      setProgress({ ...at })
    }
    const day = new Date().toISOString().slice(0, 10)
    try {
      const address = apiUrl(`${path}/export`, { ...whole, format }).replace('/api/', '')
      await download(address, `${name} ${day}.${format}`, { body, signal: stop.signal, onPiece })
      if (at.rows !== null) showSuccess(at.rows === 1 ? '1 row exported' : `${grouped(at.rows)} rows exported`)
    } catch (error) {
      if (!stop.signal.aborted) showError(error, () => void start(format))
    } finally {
      setProgress(null)
    }
  }
  return { progress, onExport: (format: 'csv' | 'xlsx') => void start(format), cancel: () => running.current?.abort() }
}
