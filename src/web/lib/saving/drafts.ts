import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { storedToken } from '#web/lib/api/token.ts'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'

const SAVE_AFTER_MS = 400

interface Stored {
  savedAt: string
  values: unknown
}

const keyOf = (name: string) => `quayside-draft:${storedToken.userId() ?? ''}:${name}`

/** The draft stored under a name for this user, when it still has the form's shape. */
export function readDraft<T extends z.ZodType>(
  name: string,
  schema: T,
): { savedAt: string; values: z.output<T> } | null {
  try {
    const stored = JSON.parse(readStored(keyOf(name)) ?? 'null') as Stored | null
    const parsed = stored ? schema.safeParse(stored.values) : null
    return stored && parsed?.success ? { savedAt: stored.savedAt, values: parsed.data } : null
  } catch {
    return null
  }
}

/**
 * Keeps a long form's values in the browser while they are being typed, and offers what an earlier visit left.
 * The schema describes the form's values as typed, not what is sent.
 */
export function useDraft<T extends z.ZodType>(name: string, schema: T) {
  const [offer, setOffer] = useState(() => readDraft(name, schema))
  const timer = useRef<number>(undefined)
  const waiting = useRef<Stored>(null)
  const kept = useRef(false)
  /** Writes down what waits to be; true when what was typed last is kept. */
  const write = useCallback(() => {
    window.clearTimeout(timer.current)
    if (waiting.current) kept.current = writeStored(keyOf(name), JSON.stringify(waiting.current))
    waiting.current = null
    return kept.current
  }, [name])
  // What was typed last is kept too when the page is closed or loaded again.
  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      window.clearTimeout(timer.current)
    }
  }, [write])
  const keep = useCallback(
    (values: z.input<T>) => {
      window.clearTimeout(timer.current)
      waiting.current = { savedAt: new Date().toISOString(), values }
      timer.current = window.setTimeout(write, SAVE_AFTER_MS)
    },
    [write],
  )
  const forget = useCallback(() => {
    window.clearTimeout(timer.current)
    waiting.current = null
    kept.current = false
    writeStored(keyOf(name), null)
    setOffer(null)
  }, [name])
  /** Hides the offer; what was offered stays until it is overwritten or forgotten. */
  const take = useCallback(() => {
    kept.current = true
    setOffer(null)
  }, [])
  return { offer, keep, write, forget, take }
}
