/** Milliseconds for browsers that do not tell when they are idle. */
const LATER = 1500

/** When the browser has nothing more urgent to do, after `latest` milliseconds at the latest: for what the screen does not wait for. */
export const whenIdle = (latest?: number): Promise<unknown> =>
  new Promise((idle) => {
    if ('requestIdleCallback' in window) requestIdleCallback(idle, latest === undefined ? {} : { timeout: latest })
    else setTimeout(idle, latest ?? LATER)
  })
