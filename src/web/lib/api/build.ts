import { isBuild, isNewer, isOther } from '#contract/lib/build.ts'
import { createStore } from '#web/lib/browser/store.ts'
import { discardUnsaved, keepDrafts } from '#web/lib/browser/unsaved.ts'

/** The build this page is of; none while it is developed. */
const own = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content

/** That another build is there: a newer one, or one that this page does not fit. The page offers to be loaded again. */
export const otherBuild = createStore<'newer' | 'unfit' | null>(null)

let answering: string | null = null

/** Takes note of the build that the answering server hands out. */
export function noteBuild(told: string | null): void {
  answering = isBuild(told) ? told : null
  if (answering && isBuild(own) && isNewer(answering, own)) otherBuild.set('newer')
}

/** Takes note of an answer that this page cannot have meant: the server is of another build, or does not tell of any. */
export function noteMisfit(): void {
  if (!isBuild(own) || otherBuild.get() === 'newer') return
  if (answering === null || isOther(answering, own)) otherBuild.set('unfit')
}

/** Loads the page again: what is kept as a draft is offered there, for other input the browser asks. */
export function reloadPage(): void {
  if (keepDrafts()) discardUnsaved()
  window.location.reload()
}

const RELOADED = 'quayside-reloaded'

/** Loads the page again by itself, once a build: not for ever while builds take turns during an upgrade. */
export function reloadOnce(): void {
  try {
    if (sessionStorage.getItem(RELOADED) === own) return
    sessionStorage.setItem(RELOADED, own ?? '')
  } catch {
    return
  }
  reloadPage()
}
