import { inlineFragment } from '@css-inline/css-inline'
import { validAttributes } from './attributes.ts'
import { readStyles, writeStyles } from './styles.ts'
import { validTable } from './tables.ts'
import { type Element, htmlOf, isBlank, isInline, type Node, parseTree, textIn } from './tree.ts'

const isEmpty = ({ name }: Element) => name === 'br' || name === 'img'
const HEADING = /^h[1-6]$/

/** The style of an inline element that holds blocks, which only a block may. */
const LOOKS: Record<string, string> = {
  strong: 'font-weight:bold',
  b: 'font-weight:bold',
  em: 'font-style:italic',
  i: 'font-style:italic',
  cite: 'font-style:italic',
  u: 'text-decoration:underline',
  ins: 'text-decoration:underline',
  s: 'text-decoration:line-through',
  del: 'text-decoration:line-through',
  small: 'font-size:80%',
}

/** The surroundings of a node, and the last heading before it. */
interface Place {
  inLink?: boolean
  /** Whether the node is in a heading cell, which has no headings. */
  inHeadingCell?: boolean
  /** The level of the last heading; shared by the whole text. */
  level: { last: number }
}

const element = (name: string, children: Node[], attributes: Record<string, string> = {}): Element => ({
  name,
  attributes,
  children,
})
const styled = (attributes: Record<string, string>, more = '') => {
  const style = writeStyles({ ...readStyles(more), ...readStyles(attributes.style ?? '') })
  const { lang, dir, title } = attributes
  return Object.fromEntries(Object.entries({ style, lang, dir, title }).filter(([, value]) => value)) as Record<
    string,
    string
  >
}

/** Nodes for a single line: an element with blocks in it becomes lines of its own. */
function line(nodes: readonly Node[], place: Place): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (typeof node === 'string') return [node]
    const isLink = node.name === 'a'
    if (isEmpty(node)) return [node]
    const children = line(node.children, isLink ? { ...place, inLink: true } : place)
    if (isLink && place.inLink) return children
    if (isInline(node)) return [{ ...node, children }]
    return node.name === 'hr' || children.every(isBlank) ? [] : [element('br', []), ...children]
  })
}

const withoutFirstBreak = (nodes: Node[]): Node[] => {
  const at = nodes.findIndex((node) => !isBlank(node))
  const first = nodes[at]
  return typeof first === 'object' && first.name === 'br' ? nodes.slice(at + 1) : nodes
}

/** The items of a list: a node outside any item goes into the one before. */
function items(nodes: readonly Node[], place: Place): Node[] {
  const found: Element[] = []
  for (const node of nodes) {
    if (isBlank(node)) continue
    if (typeof node !== 'string' && node.name === 'li') found.push({ ...node, children: blocks(node.children, place) })
    else {
      const last = found.at(-1) ?? element('li', [])
      if (found.length === 0) found.push(last)
      last.children.push(...blocks([node], place))
    }
  }
  return found
}

/** A list of terms; boxes instead, if terms and descriptions do not alternate. */
function terms(list: Element, place: Place): Element {
  const parts = list.children.filter((node) => !isBlank(node))
  const names = parts.map((node) => (typeof node === 'string' ? '-' : node.name)).join(' ')
  const isRight = /^(?:(?:dt ?)+(?:dd ?)+)+$/.test(names)
  const children = parts.flatMap((node) => {
    if (typeof node === 'string' || (node.name !== 'dt' && node.name !== 'dd')) return blocks([node], place)
    const own = node.name === 'dt' ? withoutFirstBreak(line(node.children, place)) : blocks(node.children, place)
    return [{ ...node, name: isRight ? node.name : 'div', children: own }]
  })
  return { ...list, name: isRight ? 'dl' : 'div', children }
}

function cells(row: Element, place: Place): Element {
  const own = row.children.filter((cell): cell is Element => typeof cell !== 'string')
  const children = own.map((cell) => ({
    ...cell,
    children: blocks(cell.children, { ...place, inHeadingCell: place.inHeadingCell || cell.name === 'th' }),
  }))
  return { ...row, children }
}

function table(node: Element, place: Place): Node[] {
  const parts = node.children
    .filter((part): part is Element => typeof part !== 'string')
    .map((part) => {
      if (part.name === 'caption') return { ...part, children: withoutFirstBreak(line(part.children, place)) }
      const children = part.children.filter((child): child is Element => typeof child !== 'string')
      return { ...part, children: part.name === 'colgroup' ? children : children.map((row) => cells(row, place)) }
    })
  const valid = validTable({ ...node, children: parts })
  return valid ? [valid] : []
}

function heading(node: Element, place: Place): Node[] {
  const children = withoutFirstBreak(line(node.children, place))
  if (textIn(children).replaceAll('&nbsp;', ' ').trim() === '')
    return children.every(isBlank) ? [] : [element('p', children)]
  if (place.inHeadingCell) return [element('p', children, styled(node.attributes, 'font-weight:bold'))]
  const level = Math.min(Math.max(Number(node.name.slice(1)), 2), place.level.last + 1)
  place.level.last = level
  return [{ ...node, name: `h${level}`, children }]
}

function figure(node: Element, place: Place): Element {
  const parts = node.children.filter((part) => !isBlank(part))
  const children = parts.flatMap((part, at): Node[] => {
    if (typeof part === 'string' || part.name !== 'figcaption') return blocks([part], place)
    const outer = at === parts.length - 1 || (at === 0 && !isCaption(parts.at(-1)))
    return [{ ...part, name: outer ? 'figcaption' : 'div', children: blocks(part.children, place) }]
  })
  return { ...node, children }
}
const isCaption = (node: Node | undefined) => typeof node === 'object' && node.name === 'figcaption'

/** True for inline content whose children are inline too: a link may contain blocks. */
const isLine = (node: Node): boolean => isInline(node) && (typeof node === 'string' || node.children.every(isLine))

/** An inline element where blocks may be: becomes a block with the same look, if it holds some. */
function inlineBlock(node: Element, place: Place): Node[] {
  const isLink = node.name === 'a'
  const children = blocks(node.children, isLink ? { ...place, inLink: true } : place)
  if (isLink && place.inLink) return children
  if (children.every(isLine) || isLink) return [{ ...node, children }]
  return [element('div', children, styled(node.attributes, LOOKS[node.name]))]
}

function block(node: Element, place: Place): Node[] {
  const { name, children } = node
  if (isEmpty(node) || name === 'hr') return [node]
  if (isInline(node)) return inlineBlock(node, place)
  if (HEADING.test(name)) return heading(node, place)
  if (name === 'p' || name === 'pre') return [{ ...node, children: withoutFirstBreak(line(children, place)) }]
  if (name === 'ul' || name === 'ol') return [{ ...node, children: items(children, place) }]
  if (name === 'dl') return [terms(node, place)]
  if (name === 'table') return table(node, place)
  if (name === 'figure') return [figure(node, place)]
  if (name === 'blockquote') return [{ ...node, children: blocks(children, place) }]
  return [element('div', blocks(children, place), styled(node.attributes))]
}

/** Nodes that may stand where blocks and lines may; items without a list get one. */
function blocks(nodes: readonly Node[], place: Place): Node[] {
  const found: Node[] = []
  let list: Element | null = null
  for (const node of nodes) {
    if (typeof node !== 'string' && node.name === 'li') {
      if (!list) {
        list = element('ul', [])
        found.push(list)
      }
      list.children.push({ ...node, children: blocks(node.children, place) })
      continue
    }
    if (!isBlank(node)) list = null
    found.push(...(typeof node === 'string' ? [node] : block(node, place)))
  }
  return found
}

/** The elements by their current names, with attributes that HTML knows. */
function renamed(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (typeof node === 'string') return [node.normalize('NFC')]
    const attributes = validAttributes(node.name, node.attributes)
    if (!attributes) return []
    return [element(node.name === 'strike' ? 's' : node.name, renamed(node.children), attributes)]
  })
}

/**
 * Cleaned rich text as valid HTML for a page whose title is its only h1: the tree that a browser would make
 * of it, with every element where it may stand, headings without skipped levels, no obsolete attributes, and
 * a text for each picture.
 */
export function validRichText(html: string): string {
  const tree = renamed(parseTree(inlineFragment(html, '')))
  return htmlOf(blocks(tree, { level: { last: 1 } }))
}
