import { type ComponentType, use } from 'react'

let round = 0

/** Lets parts that failed to load be loaded again when they are rendered next. */
export function loadAgain(): void {
  round += 1
}

/** A style sheet that did not come is asked for by nobody else: the builder's loader asks once. */
function styleSheetsAgain(): Promise<unknown> {
  const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const again = links.filter(({ sheet }) => sheet === null)
  return Promise.all(
    again.map((failed) => {
      const link = document.createElement('link')
      for (const { name, value } of failed.attributes) link.setAttribute(name, value)
      failed.replaceWith(link)
      return new Promise((done) => {
        link.addEventListener('load', done)
        link.addEventListener('error', done)
      })
    }),
  )
}

interface Loading<Props> {
  part: Promise<ComponentType<Props>>
  round: number
  failed: boolean
}

/** A component that is loaded when first rendered, as by React's `lazy`; one that failed is loaded again after `loadAgain`. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loading: Loading<Props> | null = null
  const start = (): Loading<Props> => {
    const part = loading ? styleSheetsAgain().then(load) : load()
    const started = { part, round, failed: false }
    part.catch(() => {
      started.failed = true
    })
    return started
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its module is loaded
  return function LazyPart(props: Props) {
    if (!loading || (loading.failed && loading.round !== round)) loading = start()
    const Part = use(loading.part)
    return <Part {...props} />
  }
}
