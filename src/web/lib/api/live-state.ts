import { createStore } from '#web/lib/browser/store.ts'

/** 'on' while changes by others arrive by themselves, 'lost' once they no longer do, 'off' before and without a session. */
export const liveState = createStore<'off' | 'on' | 'lost'>('off')

/** True while changes by others arrive by themselves. */
export const isLive = () => liveState.get() === 'on'

/** A query's `refetchInterval` in milliseconds: ten times as long while changes arrive by themselves, should one be missed. */
export const rarelyIfLive = (ms: number) => (isLive() ? 10 * ms : ms)
