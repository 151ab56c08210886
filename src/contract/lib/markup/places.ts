import type { Token } from '#contract/lib/markup/tokens.ts'

/**
 * The place of a Liquid tag: in running `text`, between `row`s or list `item`s, between `block`s at the top,
 * or anywhere else the HTML parser accepts no text (`hidden`).
 */
export type Place = 'text' | 'row' | 'item' | 'block' | 'hidden'

const VOID = new Set(
  'area base basefont br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)
const TOP = new Set(['html', 'body'])
const BY_PARENT: Record<string, Place> = {
  table: 'row',
  tbody: 'row',
  thead: 'row',
  tfoot: 'row',
  ul: 'item',
  ol: 'item',
  tr: 'hidden',
  colgroup: 'hidden',
  dl: 'hidden',
  head: 'hidden',
  select: 'hidden',
}
const BY_SIBLING: Record<string, Place> = { tr: 'row', li: 'item' }
for (const name of [
  'td',
  'th',
  'tbody',
  'thead',
  'tfoot',
  'dt',
  'dd',
  'head',
  'body',
  'style',
  'title',
  'meta',
  'html',
]) {
  BY_SIBLING[name] = 'hidden'
}
const BLOCKS =
  'p div table ul ol dl h1 h2 h3 h4 h5 h6 center hr blockquote pre section article header footer main nav address figure'
for (const name of BLOCKS.split(' ')) BY_SIBLING[name] = 'block'

/** Elements that an opening one closes, up to the nearest ancestor of `within`. */
const CLOSES: Record<string, { closes: string[]; within: string[] }> = {
  tr: { closes: ['tr', 'td', 'th'], within: ['table'] },
  td: { closes: ['td', 'th'], within: ['tr', 'table'] },
  th: { closes: ['td', 'th'], within: ['tr', 'table'] },
  li: { closes: ['li'], within: ['ul', 'ol'] },
}
for (const name of ['tbody', 'thead', 'tfoot']) {
  CLOSES[name] = { closes: ['tbody', 'thead', 'tfoot', 'tr', 'td', 'th'], within: ['table'] }
}

/** Tracks the open elements while tokens are read in order. */
export function openElements() {
  const open: string[] = []
  const counts = new Map<string, number>()
  const pop = () => {
    const name = open.pop()
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 1) - 1)
    return name
  }
  const closeImplied = (name: string) => {
    const rule = CLOSES[name]
    if (!rule) return
    let last = -1
    for (let i = open.length - 1; i >= 0 && i >= open.length - 40; i--) {
      const one = open[i] ?? ''
      if (rule.within.includes(one)) break
      if (rule.closes.includes(one)) last = i
    }
    if (last >= 0) while (open.length > last) pop()
  }
  return {
    /** Records a start or end tag. */
    read({ kind, name }: Token): void {
      if (TOP.has(name)) return
      if (kind === 'start' && !VOID.has(name)) {
        closeImplied(name)
        open.push(name)
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
      // An end tag without a start is ignored; the count saves a search of all open elements.
      if (kind === 'end' && (counts.get(name) ?? 0) > 0) while (pop() !== name);
    },
    /** The place between two neighbours, named by their elements ('' at an end of the text). */
    place(before: string, after: string): Place {
      const parent = open.at(-1)
      if (parent !== undefined) return BY_PARENT[parent] ?? 'text'
      const sides = [before, after].map((name) => (name === '' ? 'block' : (BY_SIBLING[name] ?? 'text')))
      if (sides.includes('text')) return 'text'
      return sides.find((side) => side !== 'block') ?? 'block'
    },
  }
}
