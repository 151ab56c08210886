import { isBuild, isNewer, isOther } from '#contract/lib/build.ts'
import { createStore } from '#web/lib/browser/store.ts'
import { discardUnsaved, keepDrafts } from '#web/lib/browser/unsaved.ts'

/** This page's build; undefined in development. */
const own = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content

/**
 * The server's build, seen from this page: 'newer', or 'unfit' if a reply does not fit this page; null otherwise.
 * The header offers a reload.
 */
export const otherBuild = createStore<'newer' | 'unfit' | null>(null)

let answering: string | null = null

/** Notes the build that the answering server reports. */
export function noteBuild(reported: string | null): void {
  answering = isBuild(reported) ? reported : null
  if (answering && isBuild(own) && isNewer(answering, own)) otherBuild.set('newer')
}

/** Notes a reply that this page cannot read: the server runs another build, or reports none. */
export function noteMisfit(): void {
  if (!isBuild(own) || otherBuild.get() === 'newer') return
  if (answering === null || isOther(answering, own)) otherBuild.set('unfit')
}

/** Reloads the page. Drafts are offered again afterwards; for other unsaved input the browser asks first. */
export function reloadPage(): void {
  if (keepDrafts()) discardUnsaved()
  window.location.reload()
}

const RELOADED = 'quayside-reloaded'

/** Reloads without asking, once per build: two builds may answer by turns during an upgrade. */
export function reloadOnce(): void {
  try {
    if (sessionStorage.getItem(RELOADED) === own) return
    sessionStorage.setItem(RELOADED, own ?? '')
  } catch {
    return
  }
  reloadPage()
}
