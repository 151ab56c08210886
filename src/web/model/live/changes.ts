import { useEffect, useEffectEvent } from 'react'
import type { ChangeEvent } from '#contract/live/live.ts'
import { createTopic } from '#web/lib/live/topic.ts'

/** Changes by others, as this tab hears of them: at once, or when it is seen again. */
export const changes = createTopic<ChangeEvent>()

/** Calls back for each change by others while the component is on screen. */
export function useChanges(heard: (change: ChangeEvent) => void): void {
  const latest = useEffectEvent(heard)
  useEffect(() => changes.listen((change) => latest(change)), [])
}
