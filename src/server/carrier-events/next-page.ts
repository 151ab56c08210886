import type { IncomingHttpHeaders } from 'node:http'

/** A link, whole or relative; anything else that a header holds is a cursor. */
const LINK = /^(?:https?:|[/?])/i

const first = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)?.trim() ?? ''

/**
 * The address of the page after one, by the headers of its answer: `Next-Page-Cursor` (Track & Trace 3.0), or `Next-Page`
 * (2.2), which is a link or a cursor. A cursor goes with all that the first page was asked with. Null for the last page; a link
 * that is none, or that leads to another host, throws TypeError.
 */
export function nextPage(asked: URL, headers: IncomingHttpHeaders): URL | null {
  const [cursor, page] = [first(headers['next-page-cursor']), first(headers['next-page'])]
  if (cursor === '' && page === '') return null
  if (cursor === '' && LINK.test(page)) {
    const next = new URL(page, asked)
    if (next.origin !== asked.origin) throw new TypeError('Another host')
    return next
  }
  const next = new URL(asked)
  next.searchParams.set('cursor', cursor || page)
  return next
}
