import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import { escapeHtml } from '#server/html/escape-html.ts'
import { RICH_TEXT } from '#server/html/html-allowed.ts'

/** The HTML of a mail as it may be shown. */
export interface ShownHtml {
  html: string
  /** The same before links say their hosts, from which plain text is made. */
  bare: string
  /** `html` with its pictures of other servers, by https only; null without any. */
  withPictures: string | null
  /** Pictures of other servers that `withPictures` shows. */
  remotePictures: number
}

/** What a text shows of its own mail. */
export interface OwnPictures {
  /** The address that stands for a picture of the mail until it is put in; null for an id that the mail lacks. */
  addressOf(contentId: string): string | null
}

/** Elements that hide their content or end the text of others: what is in them is not shown. */
const MAIL: IOptions = {
  ...RICH_TEXT,
  allowProtocolRelative: false,
  allowedSchemesByTag: { img: ['https'] },
  allowedAttributes: {
    ...RICH_TEXT.allowedAttributes,
    img: ['src', 'alt', 'width', 'height'],
  },
  nestingLimit: 200,
}

/** Length of an address in a mail. */
const MAX_ADDRESS = 4_000

/** The whole address of a link or a picture; null for one that is relative, runs something, or is none. */
function absolute(address: string): URL | null {
  const text = address.replaceAll(/[\p{Cc}\s]+/gu, '')
  if (text.length > MAX_ADDRESS) return null
  const whole = text.startsWith('//') ? `https:${text}` : text
  return /^(?:https?|mailto|tel):/i.test(whole) && URL.canParse(whole) ? new URL(whole) : null
}

function contentId(address: string): string | null {
  const [, id] = /^\s*cid:(.{1,998})$/is.exec(address) ?? []
  if (id === undefined) return null
  try {
    return decodeURIComponent(id.trim())
  } catch {
    return id.trim()
  }
}

/** Keeps of a link where it leads, in a new window that cannot reach this one. */
function link(tagName: string, { href, ...attribs }: Attributes): Tag {
  const address = href === undefined ? null : absolute(href)
  const kept: Attributes = {}
  if (attribs.title) kept.title = attribs.title
  if (address) Object.assign(kept, { href: address.href, target: '_blank', rel: 'noopener noreferrer nofollow' })
  return { tagName, attribs: kept }
}

const LINK = /<a\b([^>]*)>(.*?)<\/a>/gs
const HREF = /\bhref="(https?:\/\/[^"]*)"/

/** Says behind each link to another server where it leads, unless its words do. */
const withHosts = (html: string): string =>
  html.replaceAll(LINK, (whole, attributes: string, words: string) => {
    const [, address] = HREF.exec(attributes) ?? []
    if (address === undefined) return whole
    const { host } = new URL(address.replaceAll('&amp;', '&'))
    const shown = words.replaceAll(/<[^>]*>/g, '').toLowerCase()
    return shown.includes(host.replace(/^www\./, '')) ? whole : `${whole} [${escapeHtml(host)}]`
  })

/** Deepest elements that are shown as such: more than any mail has, and few enough to clean quickly. */
const MAX_DEPTH = 250
const TAG = /<(\/?)([a-z][a-z0-9]*)/gi
/** Elements that end without a tag of their own. */
const OPEN_ENDED = new Set(
  'area base br col embed hr img input link meta param source wbr p li td th tr dt dd'.split(' '),
)

/** HTML without the tags that are nested deeper; their content stays. Linear time. */
function withoutDeepTags(html: string): string {
  let out = ''
  let [depth, at] = [0, 0]
  for (const { 1: slash, 2: name = '', index } of html.matchAll(TAG)) {
    if (index < at || OPEN_ENDED.has(name.toLowerCase())) continue
    const isDeep = depth >= MAX_DEPTH + (slash ? 1 : 0)
    depth = slash ? Math.max(0, depth - 1) : depth + 1
    if (!isDeep) continue
    out += html.slice(at, index)
    const end = html.indexOf('>', index)
    at = end < 0 ? html.length : end + 1
  }
  return out + html.slice(at)
}

/**
 * Cleans the HTML of a mail: nothing runs, nothing is loaded from elsewhere, pictures of the mail itself stand under
 * the addresses that `own` gives, and each link says its host.
 */
export function showHtml(html: string, own: OwnPictures): ShownHtml {
  const source = withoutDeepTags(html)
  let remotePictures = 0
  const clean = (withRemote: boolean): string => {
    remotePictures = 0
    const picture = (tagName: string, { src = '', ...attribs }: Attributes): Tag => {
      const id = contentId(src)
      const remote = id === null ? absolute(src) : null
      const isRemote = remote?.protocol === 'https:'
      if (isRemote) remotePictures++
      const address = id === null ? (isRemote && withRemote ? remote.href : null) : own.addressOf(id)
      return { tagName, attribs: address === null ? {} : { ...attribs, src: address } }
    }
    return sanitizeHtml(source, {
      ...MAIL,
      transformTags: { a: link, img: picture },
      exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
    })
  }
  const bare = clean(false)
  const found = remotePictures
  return {
    bare,
    html: withHosts(bare),
    withPictures: found === 0 ? null : withHosts(clean(true)),
    remotePictures: found,
  }
}
