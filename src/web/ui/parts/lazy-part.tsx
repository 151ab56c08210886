import { type ComponentType, use } from 'react'
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
  part: Promise<ComponentType<Props>>
  loaded: ComponentType<Props> | null
  round: number
  failed: boolean
}

/** A component loaded when first rendered, like React's `lazy`; a failed one again after `loadAgain`. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loading: Loading<Props> | null = null
  const start = (): Loading<Props> => {
    const part = load()
    const started: Loading<Props> = { part, loaded: null, round, failed: false }
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
    if (!loading || (loading.failed && loading.round !== round)) loading = start()
    // A part that is there waits for nothing: React's `act`, as tests use it, drops the effects of what used a promise.
    const Part = loading.loaded ?? use(loading.part)
    return <Part {...props} />
  }
}
