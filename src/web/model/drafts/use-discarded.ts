import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Draft } from '#contract/drafts/drafts.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { type DraftedForm, discardDraft, discardDraftParting } from './draft-calls.ts'

/** Milliseconds for which a discarded draft can be taken back. */
const UNDO = 10_000

/** Discarded drafts: removed ten seconds later, or when the form is left, unless taken back. */
export function useDiscarded({ kind, id }: DraftedForm) {
  const waiting = useRef(new Map<string, { draft: Draft; timer: ReturnType<typeof setTimeout> }>())
  const [tabs, setTabs] = useState<readonly string[]>([])
  const show = () => setTabs([...waiting.current.keys()])
  const stop = (tab: string) => {
    clearTimeout(waiting.current.get(tab)?.timer)
    waiting.current.delete(tab)
  }
  const keep = (tab: string) => {
    stop(tab)
    show()
  }
  const remove = (draft: Draft) => {
    stop(draft.tab)
    // The draft stays out of sight until the list is read again without it.
    void discardDraft({ kind, id }, draft).catch(showError).finally(show)
  }
  const discard = (draft: Draft) => {
    const timer = setTimeout(() => remove(draft), UNDO)
    waiting.current.set(draft.tab, { draft, timer })
    show()
  }
  const leaveForm = useEffectEvent(() => {
    for (const { draft } of [...waiting.current.values()]) remove(draft)
  })
  useEffect(() => {
    const leavePage = () => {
      for (const { draft } of waiting.current.values()) discardDraftParting({ kind, id }, draft)
    }
    window.addEventListener('pagehide', leavePage)
    return () => {
      window.removeEventListener('pagehide', leavePage)
      leaveForm()
    }
  }, [kind, id])
  return { tabs, discard, keep }
}
