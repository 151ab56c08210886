import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Draft } from '#contract/drafts/drafts.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { type DraftedForm, draftsQuery, saveDraft, saveDraftParting } from './draft-calls.ts'
import { useDiscarded } from './use-discarded.ts'

/** Milliseconds without a key after which the typed values are saved. */
const PAUSE = 3000
/** Drafts that a form uses up at most. */
const MOST_USED = 10

interface DraftOptions extends DraftedForm {
  /** The version of the form's fields. */
  shape: number
  /** The state of the record that the form was opened on; null for none. */
  baseVersion: string | null
  /** Typed values; null while nothing is typed. */
  typed: object | null
  /** Fills a draft into the form; returns the part that the form has no place for, as text. */
  fill: (draft: Draft) => readonly string[]
}

/** A draft of its own for each open form: one that another tab writes to is left to that tab. */
const newOwn = (): { tab: string; revision: number | null } => ({ tab: crypto.randomUUID(), revision: null })

/** Offers the drafts of a form, and saves typed values as one: after a pause, and when the form or the page is left. */
export function useDrafts({ kind, id, shape, baseVersion, typed, fill }: DraftOptions) {
  const found = useQuery(draftsQuery({ kind, id }))
  const discarded = useDiscarded({ kind, id })
  const own = useRef(newOwn())
  const unsaved = useRef(false)
  const [opened, setOpened] = useState<readonly string[]>([])
  const [rest, setRest] = useState<readonly string[]>([])
  const text = typed && JSON.stringify(typed)
  const last = useRef(text)

  useEffect(() => {
    last.current = text
    if (text === null) return
    unsaved.current = true
    const body = () => ({ ...own.current, values: JSON.parse(text), baseVersion, shape })
    const save = async () => {
      unsaved.current = false
      try {
        own.current.revision = (await saveDraft({ kind, id }, body())).revision
      } catch (error) {
        // Another tab goes on with this draft.
        if (error instanceof ApiError && error.code === 409) own.current = newOwn()
      }
    }
    const timer = setTimeout(() => void save(), PAUSE)
    const leavePage = () => {
      clearTimeout(timer)
      saveDraftParting({ kind, id }, body())
    }
    window.addEventListener('pagehide', leavePage)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', leavePage)
    }
  }, [text, kind, id, baseVersion, shape])

  /** Saves what was typed last at once; for a form that is left. */
  const keep = () => {
    if (last.current === null || !unsaved.current) return
    unsaved.current = false
    saveDraftParting({ kind, id }, { ...own.current, values: JSON.parse(last.current), baseVersion, shape })
  }
  /** Ends the keeping of what was typed: it was sent. */
  const end = () => {
    unsaved.current = false
  }
  const open = (draft: Draft) => {
    setRest(fill(draft))
    setOpened([...opened, draft.tab])
    if (draft.by === null) own.current = { tab: draft.tab, revision: draft.revision }
  }
  const offered = (found.data ?? []).filter(({ tab }) => tab !== own.current.tab && !opened.includes(tab))
  /** The drafts that are used up when the form is sent. */
  const tabs = () => [...new Set([...opened, own.current.tab])].slice(-MOST_USED)
  return { offered, rest, open, discarded, tabs, keep, end }
}
