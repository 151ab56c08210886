import type { LinkBases } from './finish-html.ts'
import { isNestedTooDeep } from './html-nesting.ts'

// The inliner asks for Node's report when it is loaded, to know the C library. With the network in it the name of every
// connection's other end is looked up, 5 s each where there is none, and nothing else is done meanwhile.
Object.assign(process.report, { excludeNetwork: true })

/** What is done to HTML that people wrote; null is answered for elements that stand too deep in each other. */
export const HTML_WORK = {
  richText: async (html: string): Promise<string | null> =>
    isNestedTooDeep(html) ? null : (await import('./clean-html.ts')).cleanRichText(html),
  tagged: async (html: string): Promise<string | null> =>
    isNestedTooDeep(html) ? null : (await import('./clean-html.ts')).cleanTagged(html),
  // The inliner and what makes the plain text take 10 MB: they are loaded when first used.
  finish: async (html: string, addresses: LinkBases): Promise<{ html: string; text: string }> =>
    (await import('./finish-html.ts')).finishHtml(html, addresses),
}
export type HtmlWork = typeof HTML_WORK

/** One piece of work for the thread, and what it answers. */
export interface HtmlTask {
  id: number
  name: keyof HtmlWork
  html: string
  addresses: LinkBases
}
export type HtmlAnswer = { id: number; value: unknown } | { id: number; failure: unknown }
