import { inline } from '@css-inline/css-inline'
import { tokenize } from '#contract/lib/markup/tokens.ts'
import { cleanDocument } from './clean-html.ts'
import { plainText, unwrappedText } from './plain-text.ts'
import type { UnwrappedText } from './wrap-text.ts'

/** The base addresses of relative links, without a trailing slash. */
export interface LinkBases {
  /** For pages. */
  siteUrl: string
  /** For stored pictures. */
  appUrl: string
}

const STORED_PICTURE = /^(\/images\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/)([^/]+)$/

const LINKS = new Set(['href', 'src', 'background'])

/**
 * The address of a stored picture for mails. Older mail programs show no WebP, so those pictures have a copy.
 */
const forMails = (_: string, folder: string, file: string) => `${folder}${file.replace(/^(.+)\.webp$/, 'mail-$1')}`

function absolute(link: string, { siteUrl, appUrl }: LinkBases): string {
  // Stored mails, and texts that are edited again, have the whole address.
  const own = link.startsWith(`${appUrl}/`) ? link.slice(appUrl.length) : link
  if (STORED_PICTURE.test(own)) return `${appUrl}${own.replace(STORED_PICTURE, forMails)}`
  if (link === '' || link.startsWith('#') || /^[a-z][a-z0-9+.-]*:/i.test(link)) return link
  if (link.startsWith('//')) return `https:${link}`
  return `${siteUrl}${link.startsWith('/') ? '' : '/'}${link}`
}

/** Makes the links of cleaned HTML absolute: its values are quoted, its entities escaped. */
function absoluteLinks(html: string, { siteUrl, appUrl }: LinkBases): string {
  const escaped = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const bases = { siteUrl: escaped(siteUrl), appUrl: escaped(appUrl) }
  let out = ''
  let at = 0
  for (const { kind, attributes } of tokenize(html)) {
    if (kind !== 'start') continue
    for (const { name, value, begin, end } of attributes) {
      if (!LINKS.has(name) || value.trim() === '') continue
      out += `${html.slice(at, begin)}${name}="${absolute(value.trim(), bases)}"`
      at = end
    }
  }
  return out + html.slice(at)
}

/** Wraps a fragment in a document. */
function asDocument(html: string): string {
  if (/<(?:html|body)[\s>]/i.test(html)) return /^\s*<!doctype/i.test(html) ? html : `<!DOCTYPE html>\n${html}`
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
  return `<!DOCTYPE html>\n<html><head>${head}</head><body>\n${html}\n</body></html>\n`
}

function ready(html: string, addresses: LinkBases): string {
  // The order matters: the inliner breaks unclean HTML, and the text must match what people see.
  const clean = asDocument(absoluteLinks(cleanDocument(html), addresses))
  return inline(clean, { keepStyleTags: false, keepAtRules: true, loadRemoteStylesheets: false })
}

/** HTML ready to be sent, cleaned, with absolute links and inlined style rules; and its plain text. */
export function finishHtml(html: string, addresses: LinkBases): { html: string; text: string } {
  const finished = ready(html, addresses)
  return { html: finished, text: plainText(finished) }
}

/** Like `finishHtml`, with plain text that is not wrapped yet; null where it must be made from the whole. */
export function finishUnwrapped(html: string, addresses: LinkBases): { html: string; text: UnwrappedText | null } {
  const finished = ready(html, addresses)
  return { html: finished, text: unwrappedText(finished) }
}
