import type { LinkBases } from './finish-html.ts'
import { isNestedTooDeep } from './html-nesting.ts'
import type { UnwrappedText } from './wrap-text.ts'

// The inliner reads Node's report when it is loaded, to detect the C library. With the network in it, the
// report resolves the name of every connection's peer and blocks the process, 5 s for each without a name.
Object.assign(process.report, { excludeNetwork: true })

/** Operations on HTML written by people; cleaning returns null if elements are nested too deep. */
export const HTML_WORK = {
  richText: async (html: string): Promise<string | null> =>
    isNestedTooDeep(html) ? null : (await import('./clean-html.ts')).cleanRichText(html),
  // The inliner, whose parser this uses, and the plain-text converter take 10 MB: loaded on first use.
  page: async (html: string): Promise<string | null> => {
    const clean = await HTML_WORK.richText(html)
    return clean === null ? null : (await import('./valid/valid-html.ts')).validRichText(clean)
  },
  tagged: async (html: string): Promise<string | null> =>
    isNestedTooDeep(html) ? null : (await import('./clean-html.ts')).cleanTagged(html),
  unwrapped: async (html: string, addresses: LinkBases): Promise<{ html: string; text: UnwrappedText | null }> =>
    (await import('./finish-html.ts')).finishUnwrapped(html, addresses),
  plain: async (html: string): Promise<string> => (await import('./plain-text.ts')).plainText(html),
}
