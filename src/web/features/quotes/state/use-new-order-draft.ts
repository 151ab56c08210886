import { type Dispatch, useEffect } from 'react'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { useDraft } from '#web/lib/saving/drafts.ts'
import type { NewOrderAction } from './new-order-reducer.ts'
import { draftOf, isDirty, type NewOrderState } from './new-order-state.ts'
import { newOrderDraft } from './new-order-values.ts'

/** Keeps an unfinished order in the browser and asks before leaving it. */
export function useNewOrderDraft(state: NewOrderState, opened: NewOrderState, dispatch: Dispatch<NewOrderAction>) {
  const { offer, keep, write, forget, take, discard } = useDraft(`new-order:${state.clientId}`, newOrderDraft)
  const dirty = isDirty(state, opened)
  const release = useUnsaved(dirty, { keepDraft: write })
  // The text of a draft, because open panels and prices change without typing.
  const typed = JSON.stringify(draftOf(state))
  useEffect(() => {
    if (dirty) keep(newOrderDraft.parse(JSON.parse(typed)))
  }, [typed, dirty, keep])
  return {
    /** The unfinished order of an earlier visit. */
    offer: offer && {
      savedAt: offer.savedAt,
      restore: () => {
        dispatch({ type: 'restore', draft: offer.values })
        take()
      },
      discard,
    },
    /** Ends the draft after sending: nothing is unsaved. */
    finish: () => {
      release()
      forget()
    },
  }
}
