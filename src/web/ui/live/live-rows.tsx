import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { afterFrame } from '#web/lib/browser/after-frame.ts'
import type { List } from '#web/lib/list/use-list.ts'
import { type RowKey, showWords } from '#web/lib/live/compare-pages.ts'
import { followPage, type Waiting } from '#web/lib/live/follow-page.ts'
import { changedSince, EVERY_LIST, listChanges } from '#web/lib/live/list-changes.ts'
import classes from './live-rows.module.css'
import { tintChanges } from './tint-changes.ts'

export interface LiveRowsProps<Row> {
  list: Pick<List<Row>, 'call' | 'state' | 'query'>
  rowKey: (row: Row) => RowKey
}

/**
 * Keeps the list that follows it in the page current while others change it: values change in place with a
 * tint; rows that are new or would move wait behind 'Show 3 new, 1 moved'.
 */
export function LiveRows<Row>({ list, rowKey }: LiveRowsProps<Row>) {
  const cache = useQueryClient()
  const { call, state } = list
  const place = useRef<HTMLDivElement>(null)
  const [waiting, setWaiting] = useState<Waiting<Row> | null>(null)
  const [show, setShow] = useState<(waiting: Waiting<Row>) => void>(() => () => {})
  // A list may build its call again on each render, but the call reads the same.
  const name = JSON.stringify([call.key, state, call.filters])
  const follow = useEffectEvent(() =>
    followPage({
      cache,
      call,
      state,
      onWaiting: setWaiting,
      keyOf: rowKey,
      onRows: (places) => place.current?.nextElementSibling && tintChanges(place.current.nextElementSibling, places),
    }),
  )
  const readAt = useEffectEvent(() => list.query.dataUpdatedAt)
  // biome-ignore lint/correctness/useExhaustiveDependencies: subscribes again when another page is shown
  useEffect(() => {
    const { changed, show: showNow, stop } = follow()
    setShow(() => showNow)
    setWaiting(null)
    // This part is loaded when the browser is idle: nobody listened to changes before.
    const [own = EVERY_LIST] = call.key
    if (readAt() > 0 && changedSince(own, readAt())) changed({ ids: null, created: false })
    const quiet = listChanges.listen((change) => {
      if (change.list === call.key[0] || change.list === EVERY_LIST) changed(change)
    })
    return () => {
      quiet()
      stop()
    }
  }, [name])
  // A page that was read again has the waiting rows.
  const { dataUpdatedAt } = list.query
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => setWaiting(null), [dataUpdatedAt])
  const words = waiting && showWords(waiting.differences)
  const press = () => {
    if (!waiting) return
    show(waiting)
    const shown = place.current?.nextElementSibling
    shown?.scrollTo?.({ top: 0 })
    // The button goes, and its focus would be lost. The first row may be another one after the frame.
    const first = () => shown?.querySelector<HTMLElement>('[data-row], th button')?.focus({ preventScroll: true })
    first()
    afterFrame(first)
  }
  return (
    <div ref={place} role="status" className={classes.place}>
      {words && (
        <Button
          size="compact-xs"
          className={classes.chip}
          leftSection={<IconArrowUp size={14} aria-hidden />}
          onClick={press}
        >
          {words}
        </Button>
      )}
    </div>
  )
}
