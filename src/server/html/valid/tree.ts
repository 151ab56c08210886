import { tokenize } from '#contract/lib/markup/tokens.ts'
import { escapeHtml } from '#server/html/escape-html.ts'

/** An element of HTML; the values of its attributes are not escaped. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: Node[]
}

/** Text is as written, with its entities. */
export type Node = string | Element

const INLINE = new Set('strong b em i u s del ins sub sup small span a code abbr cite q mark br img'.split(' '))
/** True for inline content: text, and elements that begin and end within a line. */
export const isInline = (node: Node): boolean => typeof node === 'string' || INLINE.has(node.name)

/** Elements without content. */
const VOID = new Set(['br', 'col', 'hr', 'img'])

/** Stands for the brace, so that no tag of a template can begin here. */
const BRACE = '\ufdd3'
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': '\u00a0' }

/** Text of serialised HTML without its entities. */
export const decoded = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)

/** Characters that no page may contain: control characters and those without a meaning. */
const FORBIDDEN = /[^\P{Cc}\t\n]|[\ufdd0-\ufdef]|[\u{fffe}\u{ffff}]|\p{Cs}/gu

/** The tree of serialised HTML: balanced, with quoted values and the entities of `decoded`. */
export function parseTree(html: string): Node[] {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  const source = html.replace(FORBIDDEN, '').replaceAll('{', BRACE)
  for (const { kind, name, begin, end, attributes } of tokenize(source)) {
    const parent = open.at(-1) ?? root
    if (kind === 'text') parent.children.push(source.slice(begin, end).replaceAll(BRACE, '{'))
    if (kind === 'end' && open.length > 1 && parent.name === name) open.pop()
    if (kind !== 'start') continue
    const read = attributes.map((one) => [one.name, decoded(one.value.replaceAll(BRACE, '{'))])
    const element: Element = { name, attributes: Object.fromEntries(read), children: [] }
    parent.children.push(element)
    if (!VOID.has(name)) open.push(element)
  }
  return root.children
}

/** HTML of a tree. */
export function htmlOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      const { name, attributes, children } = node
      const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
      return `<${name}${written.join('')}>${VOID.has(name) ? '' : `${htmlOf(children)}</${name}>`}`
    })
    .join('')
}

/** The text in a tree, with its entities. */
export const textIn = (nodes: readonly Node[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textIn(node.children))).join('')

/** True for text that shows nothing. */
export const isBlank = (node: Node): node is string =>
  typeof node === 'string' && node.replaceAll('&nbsp;', ' ').trim() === ''
