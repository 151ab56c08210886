import { invalid } from '#server/errors.ts'
import { createThreads } from '#server/threads/threads.ts'
import { cssLength } from './check-cleaned.ts'
import type { LinkBases } from './finish-html.ts'
import { HTML_WORK } from './html-work.ts'

/*
 * The longest texts take half a second to clean and as long to finish, so a thread does it while the server
 * answers others. Short texts need no thread, unless many style rules are compared with each of their
 * elements.
 */
const SHORT_TEXT = 10_000
const SHORT_CSS = 500

const createHtmlThreads = (size: { threads: number; most: number }) =>
  createThreads<typeof HTML_WORK>({
    file: 'html-thread',
    beside: import.meta.url,
    limitMs: 5_000,
    memoryMb: 512,
    tooSlow: () => invalid({ content: 'This text takes too long to process. Please simplify it.' }),
    ...size,
  })

/** Threads for texts that people who are logged in write and send. */
const own = createHtmlThreads({ threads: 2, most: 50 })
/** Threads for pages that anybody may look at, which must never keep the others waiting. */
const open = createHtmlThreads({ threads: 1, most: 20 })

/**
 * Loads the inliner, which is native code, before a thread does. If the thread that loaded it ended, it would
 * be unloaded, and the next thread that loads it would crash the process. The main thread never ends.
 */
const loadInliner = () => import('@css-inline/css-inline')

const isShort = (html: string) => html.length <= SHORT_TEXT

/**
 * `cleanRichText` without blocking others; null if elements are nested too deep. Throws 503 if too many wait.
 */
export const cleanRichTextAside = async (html: string) =>
  isShort(html) ? HTML_WORK.richText(html) : own(null, 'richText', html)
/**
 * `cleanTagged` without blocking others; null if elements are nested too deep. Throws 503 if too many wait.
 */
export const cleanTaggedAside = async (html: string) =>
  isShort(html) ? HTML_WORK.tagged(html) : own(null, 'tagged', html)
/** `finishUnwrapped` without blocking others. Throws 503 if too many wait. */
export async function finishUnwrappedAside(html: string, addresses: LinkBases) {
  if (isShort(html) && cssLength(html) <= SHORT_CSS) return HTML_WORK.unwrapped(html, addresses)
  await loadInliner()
  return own(null, 'unwrapped', html, addresses)
}
/** `plainText` without blocking others. Throws 503 if too many wait. */
export const plainTextAside = async (html: string) => (isShort(html) ? HTML_WORK.plain(html) : own(null, 'plain', html))

/**
 * Rich text for a page that anybody may look at, cleaned and made valid, always in a thread of its own; null
 * if elements are nested too deep. Throws 503 if too many wait.
 */
export async function pageTextApart(html: string) {
  await loadInliner()
  return open(null, 'page', html)
}
