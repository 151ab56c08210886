import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { draftKey } from '#web/lib/api/token.ts'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'

const SAVE_AFTER_MS = 400

interface Stored {
  savedAt: string
  values: unknown
}

const isStored = (read: unknown): read is Stored =>
  typeof read === 'object' && read !== null && 'savedAt' in read && typeof read.savedAt === 'string' && 'values' in read

const readText = (name: string) => {
  const key = draftKey(name)
  return key === null ? null : readStored(key)
}

/** False if the browser refuses, and without a session, to whose account a draft belongs. */
const writeText = (name: string, text: string | null) => {
  const key = draftKey(name)
  return key !== null && writeStored(key, text)
}

/** The draft stored under a name for this user; null if it no longer fits the schema. */
export function readDraft<T extends z.ZodType>(
  name: string,
  schema: T,
): { savedAt: string; values: z.output<T> } | null {
  try {
    const stored: unknown = JSON.parse(readText(name) ?? 'null')
    if (!isStored(stored)) return null
    const parsed = schema.safeParse(stored.values)
    return parsed.success ? { savedAt: stored.savedAt, values: parsed.data } : null
  } catch {
    return null
  }
}

/**
 * Keeps a long form's values in the browser while the user types, and offers the draft of an earlier visit.
 * The schema describes the values as typed, not as sent.
 */
export function useDraft<T extends z.ZodType>(name: string, schema: T) {
  const [offer, setOffer] = useState(() => readDraft(name, schema))
  const timer = useRef<number>(undefined)
  const waiting = useRef<Stored>(null)
  const kept = useRef(false)
  /** Stores pending input; true if the latest input is kept. */
  const write = useCallback(() => {
    window.clearTimeout(timer.current)
    if (waiting.current) kept.current = writeText(name, JSON.stringify(waiting.current))
    waiting.current = null
    return kept.current
  }, [name])
  // The latest input is kept when the page closes or reloads, too.
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
    writeText(name, null)
    setOffer(null)
  }, [name])
  /** Hides the offer; the draft stays until it is overwritten or removed. */
  const take = useCallback(() => {
    kept.current = true
    setOffer(null)
  }, [])
  return { offer, keep, write, forget, take }
}
