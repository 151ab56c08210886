import { stylesOf } from './styles.ts'

/** An item of a list that Word, Outlook or Word Online wrote as a paragraph or as a list of its own. */
interface Item {
  element: Element
  level: number
  ordered: boolean
  /** The number that it shows; null for a bullet or a letter. */
  number: number | null
}

const LEVEL = /\bl\d+\s+level(\d+)/i
const MARKER = /^\(?(\d{1,4}|[a-z]{1,4})[.)]/i

/** Removes what Word writes as the bullet or number of a paragraph; returns its text. */
function takeMarker(paragraph: Element): string {
  const ignored = [...paragraph.querySelectorAll('[style]')].filter((each) => stylesOf(each)['mso-list'] === 'ignore')
  let text = ignored.map((each) => each.textContent).join('')
  for (const each of ignored) each.remove()
  // Without that mark it stands between two comments.
  const inside = commentsIn(paragraph).find(({ data }) => /^\[if\s*!supportLists\]$/i.test(data.trim()))
  for (let node = inside?.nextSibling; node && !isEnd(node); ) {
    const next = node.nextSibling
    text += node.textContent
    node.parentNode?.removeChild(node)
    node = next
  }
  return text.replaceAll(/\s/g, '')
}

const isEnd = (node: Node) => node.nodeType === Node.COMMENT_NODE && /\[endif\]/i.test(node.textContent ?? '')

function commentsIn(element: Element): Comment[] {
  return [...element.childNodes].flatMap((node) => {
    if (node.nodeType === Node.COMMENT_NODE) return [node as Comment]
    return node.nodeType === Node.ELEMENT_NODE ? commentsIn(node as Element) : []
  })
}

/** A paragraph as an item; null for one that is none. */
function itemOf(element: Element): Item | null {
  if (element.matches('ul, ol')) return onlineItem(element)
  const level = LEVEL.exec(stylesOf(element)['mso-list'] ?? '')?.[1]
  if (level === undefined || !element.matches('p, div, h1, h2, h3, h4, h5, h6')) return null
  const marker = MARKER.exec(takeMarker(element))?.[1]
  return { element, level: Number(level), ordered: marker !== undefined, number: numberOf(marker) }
}

/** Word Online writes each item as a list of its own, with its level. */
function onlineItem(list: Element): Item | null {
  const [only, ...more] = list.children
  const level = Number(only?.getAttribute('data-aria-level'))
  if (!only || more.length > 0 || !level) return null
  return { element: only, level, ordered: list.matches('ol'), number: Number(list.getAttribute('start')) || null }
}

const numberOf = (marker: string | undefined) => (marker !== undefined && /^\d/.test(marker) ? Number(marker) : null)

/** Puts items into lists within each other, in place of their paragraphs. */
function nest(items: readonly Item[], place: ChildNode): void {
  const open: { level: number; ordered: boolean; list: Element }[] = []
  for (const { element, level, ordered, number } of items) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    const same = open.at(-1)?.level === level ? open.pop() : undefined
    // A new list begins where the numbers begin again.
    let list = same?.ordered === ordered && !(ordered && number === 1) ? same.list : undefined
    if (!list) {
      list = element.ownerDocument.createElement(ordered ? 'ol' : 'ul')
      if (ordered && number !== null && number !== 1) list.setAttribute('start', String(number))
      const around = open.at(-1)?.list.lastElementChild
      if (around) around.append(list)
      else place.before(list)
    }
    open.push({ level, ordered, list })
    const item = element.ownerDocument.createElement('li')
    item.append(...element.childNodes)
    list.append(item)
  }
}

const isBlank = (node: Node) =>
  node.nodeType === Node.COMMENT_NODE || (node.nodeType === Node.TEXT_NODE && node.textContent?.trim() === '')

/** Turns paragraphs that Word shows as items of a list into lists, wherever they are. */
export function makeLists(parent: Element): void {
  let items: Item[] = []
  let last: ChildNode | null = null
  const flush = () => {
    if (last) nest(items, last)
    for (const { element } of items) (element.matches('li') ? (element.parentElement ?? element) : element).remove()
    items = []
    last = null
  }
  for (const wrapper of [...parent.children])
    if (wrapper.classList.contains('ListContainerWrapper')) wrapper.replaceWith(...wrapper.childNodes)
  for (const node of [...parent.childNodes]) {
    if (isBlank(node)) continue
    const item = node.nodeType === Node.ELEMENT_NODE ? itemOf(node as Element) : null
    if (item) {
      items.push(item)
      last ??= node
      continue
    }
    flush()
    if (node.nodeType === Node.ELEMENT_NODE) makeLists(node as Element)
  }
  flush()
}
