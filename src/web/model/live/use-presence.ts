import { useEffect, useEffectEvent, useState } from 'react'
import { PRESENCE_BEAT_MS, PRESENCE_PATH, type PresenceInput } from '#contract/live/live.ts'
import { useSessionUser } from '#web/features/accounts/shared/session.ts'
import { liveState } from '#web/lib/api/live-state.ts'
import { sendParting } from '#web/lib/api/parting.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { THIS_TAB } from '#web/lib/live/tab.ts'
import { type OpenRecord, type Person, people, recordName } from './people.ts'

/** Tells the server which record this tab has open, even while the page goes. A lost call does not matter. */
const say = (body: Omit<PresenceInput, 'tab'>) => sendParting('POST', PRESENCE_PATH, { ...body, tab: THIS_TAB })

const NOBODY: readonly Person[] = []
/** Milliseconds of silence after a record is opened, after which the earlier news still holds. */
const STILL_TRUE_MS = 2_000

/**
 * The people who have a record open. News from this tab's last visit may be out of date, so it is shown only
 * once the server has had time to correct it. It cannot be dropped: the server tells a session about changes
 * only.
 */
function useHeard(record: string): readonly Person[] {
  const heard = useStore(people).get(record) ?? NOBODY
  const [before, setBefore] = useState({ record, heard })
  if (before.record !== record) setBefore({ record, heard })
  useEffect(() => {
    const timer = setTimeout(() => setBefore({ record, heard: NOBODY }), STILL_TRUE_MS)
    return () => clearTimeout(timer)
  }, [record])
  return heard === before.heard ? NOBODY : heard
}

/**
 * Tells others that this person has a record open, and which part is being edited (null for none): at once,
 * every 15 seconds while the tab is in sight, and on leaving. Returns the others who have it open.
 */
export function usePresence({ entity, entityId }: OpenRecord, part: string | null): readonly Person[] {
  const beat = useEffectEvent(() => {
    if (!document.hidden) say({ entity, entityId, mode: part === null ? 'view' : 'edit', part: part ?? '' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: said at once when it changes
  useEffect(() => beat(), [entity, entityId, part])
  useEffect(() => {
    const leave = () => say({ entity, entityId, mode: 'left', part: '' })
    const come = (event: PageTransitionEvent) => event.persisted && beat()
    const seen = () => beat()
    const timer = window.setInterval(seen, PRESENCE_BEAT_MS)
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', come)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', come)
      leave()
    }
  }, [entity, entityId])
  const me = useSessionUser()?.id
  const known = useHeard(recordName({ entity, entityId }))
  // People may have left unnoticed while it is not live.
  return useStore(liveState) === 'on' ? known.filter(({ id }) => id !== me) : NOBODY
}
