/** Milliseconds to wait in browsers that do not say when they are idle. */
const LATER = 1500

/** Resolves when the browser is idle, or after `latest` ms: for work that no screen waits for. */
export const whenIdle = (latest?: number): Promise<unknown> =>
  new Promise((idle) => {
    if ('requestIdleCallback' in window) requestIdleCallback(idle, latest === undefined ? {} : { timeout: latest })
    else setTimeout(idle, latest ?? LATER)
  })
