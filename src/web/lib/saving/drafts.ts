import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { draftKey } from '#web/lib/api/token.ts'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'

const SAVE_AFTER_MS = 400

/** Drafts of earlier visits that nobody decided about, besides the newest. */
const MOST_EARLIER = 4

interface Kept {
  savedAt: string
  values: unknown
}
/** The newest draft, with those before it that were neither restored nor discarded. */
interface Stored extends Kept {
  earlier?: unknown
}

const isKept = (read: unknown): read is Stored =>
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

interface Draft<T extends z.ZodType> {
  savedAt: string
  values: z.output<T>
}

/** The drafts stored under a name for this user that fit the schema, the newest first. */
function readDrafts<T extends z.ZodType>(name: string, schema: T): Draft<T>[] {
  try {
    const stored: unknown = JSON.parse(readText(name) ?? 'null')
    const earlier = isKept(stored) && Array.isArray(stored.earlier) ? stored.earlier : []
    return [stored, ...earlier].filter(isKept).flatMap(({ savedAt, values }) => {
      const parsed = schema.safeParse(values)
      return parsed.success ? [{ savedAt, values: parsed.data }] : []
    })
  } catch {
    return []
  }
}

/** The newest draft stored under a name for this user; null if none fits the schema. */
export const readDraft = <T extends z.ZodType>(name: string, schema: T): Draft<T> | null =>
  readDrafts(name, schema)[0] ?? null

/**
 * Keeps a long form's values in the browser while the user types, and offers the draft of an earlier visit, which
 * stays until it is restored, discarded or the form is saved, whatever is typed beside it. The schema describes the
 * values as typed, not as sent.
 */
export function useDraft<T extends z.ZodType>(name: string, schema: T) {
  const [{ drafts, offered }, setLeft] = useState(() => ({ drafts: readDrafts(name, schema), offered: true }))
  const offer = offered ? (drafts[0] ?? null) : null
  const undecided = useRef(drafts)
  const decide = useCallback((left: Draft<T>[], isOffered: boolean) => {
    undecided.current = left
    setLeft({ drafts: left, offered: isOffered })
  }, [])
  const timer = useRef<number>(undefined)
  const waiting = useRef<Kept>(null)
  const own = useRef<Kept>(null)
  const kept = useRef(false)
  const store = useCallback(() => {
    const [newest, ...earlier] = [...(own.current ? [own.current] : []), ...undecided.current]
    const text = newest && JSON.stringify({ ...newest, earlier: earlier.slice(0, MOST_EARLIER) })
    return writeText(name, text ?? null)
  }, [name])
  /** Stores pending input; true if the latest input is kept. */
  const write = useCallback(() => {
    window.clearTimeout(timer.current)
    if (waiting.current) {
      own.current = waiting.current
      kept.current = store()
    }
    waiting.current = null
    return kept.current
  }, [store])
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
  /** Removes what was typed here and on earlier visits. */
  const forget = useCallback(() => {
    window.clearTimeout(timer.current)
    waiting.current = null
    own.current = null
    kept.current = false
    decide([], false)
    writeText(name, null)
  }, [name, decide])
  /** Hides the offer, whose values the form has from now on; the draft stays until it is overwritten or removed. */
  const take = useCallback(() => {
    kept.current = true
    own.current = undecided.current[0] ?? null
    waiting.current = null
    decide(undecided.current.slice(1), false)
  }, [decide])
  /** Removes the offered draft; the one before it is offered next. */
  const discard = useCallback(() => {
    decide(undecided.current.slice(1), true)
    store()
  }, [decide, store])
  return { offer, keep, write, forget, take, discard }
}
