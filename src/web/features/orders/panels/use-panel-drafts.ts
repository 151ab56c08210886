import { useCallback, useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { useUnsaved } from '#web/lib/browser/unsaved.ts'
import { same } from '#web/lib/saving/merge-changes.ts'
import type { FormValues } from './shipment-panels.ts'

/** A panel in edit mode: the order it started from, and the typed values. */
export interface PanelDraft {
  base: Order
  initial: FormValues
  values: FormValues
  notify: boolean
}

export type PanelDrafts = ReturnType<typeof usePanelDrafts>

const isChanged = ({ initial, values }: PanelDraft) => !same(initial, values)
const without = <T>(record: Record<string, T>, key: string) =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== key))

/** The panels in edit mode. Leaving a changed one keeps its values, leaving an unchanged one closes it. */
export function usePanelDrafts() {
  const [drafts, setDrafts] = useState<Record<string, PanelDraft>>({})
  const [notified, setNotified] = useState(0)
  const [closed, setClosed] = useState<string | null>(null)
  useUnsaved(Object.values(drafts).some(isChanged))
  return {
    /** Mails to the client about changes since this order was opened. */
    notified,
    /** The panel whose form was closed last; its Edit button takes the focus. */
    closed,
    /** The panel in edit mode that was opened last. */
    editing: Object.keys(drafts).at(-1),
    of: (key: string): PanelDraft | undefined => drafts[key],
    hasChanges: (key: string) => drafts[key] !== undefined && isChanged(drafts[key]),
    edit: useCallback((key: string, base: Order, initial: FormValues) => {
      setDrafts((all) => ({ ...all, [key]: { base, initial, values: initial, notify: false } }))
    }, []),
    keep: useCallback((key: string, part: Partial<PanelDraft>) => {
      setDrafts((all) => (all[key] ? { ...all, [key]: { ...all[key], ...part } } : all))
    }, []),
    close: (key: string) => {
      setDrafts((all) => without(all, key))
      setClosed(key)
    },
    /** Notes that a save sends the client a mail. */
    countNotified: () => setNotified((times) => times + 1),
    leaveAllBut: useCallback((key: string) => {
      setDrafts((all) => {
        const kept = Object.entries(all).filter(([each, draft]) => each === key || isChanged(draft))
        return kept.length === Object.keys(all).length ? all : Object.fromEntries(kept)
      })
    }, []),
  }
}
