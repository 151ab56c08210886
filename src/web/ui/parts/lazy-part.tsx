import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react'
import { whenIdle } from '#web/lib/browser/when-idle.ts'

let round = 0

/** Lets parts that failed to load be loaded again at their next rendering. */
export function loadAgain(): void {
  round += 1
}

/** Loads a part before it is needed, as on hover. A failure shows when the part is rendered. */
export const loadAhead = (load: () => Promise<unknown>) => () => void load().catch(() => undefined)

/** A part that is loaded when the browser is idle, after the first screen. `without` shows on failure. */
export const idlePart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  without: ComponentType<Props> = () => null,
) =>
  lazyPart(() =>
    whenIdle()
      .then(load)
      .catch(() => without),
  )

interface Loading<Props> {
  /** The part for who renders it before it is there. */
  awaited: LazyExoticComponent<ComponentType<Props>>
  loaded: ComponentType<Props> | null
  round: number
  failed: boolean
}

/** A component loaded when first rendered, like React's `lazy`; a failed one again after `loadAgain`. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loading: Loading<Props> | null = null
  const start = (): Loading<Props> => {
    const part = load()
    const awaited = lazy(() => part.then((loaded) => ({ default: loaded })))
    const started: Loading<Props> = { awaited, loaded: null, round, failed: false }
    part.then(
      (loaded) => {
        started.loaded = loaded
      },
      () => {
        started.failed = true
      },
    )
    return started
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
  return function LazyPart(props: Props) {
    // A part that is there waits for nothing. Which of the two is shown stays: another would begin anew.
    const [Part] = useState(() => {
      if (!loading || (loading.failed && loading.round !== round)) loading = start()
      return loading.loaded ?? loading.awaited
    })
    return <Part {...props} />
  }
}
