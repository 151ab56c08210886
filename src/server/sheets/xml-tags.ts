/** A tag of XML. */
export interface Tag {
  /** '/c' closes 'c'; without prefixes. */
  name: string
  attributes: string
  /** The text before the tag. */
  text: string
}

/** The tags of an XML text in order, in linear time. Returns where the last one ends. */
export function* tagsOf(xml: string): Generator<Tag, number> {
  let at = 0
  for (;;) {
    const open = xml.indexOf('<', at)
    const close = xml.indexOf('>', open)
    if (open < 0 || close < 0) return at
    const inner = xml.slice(open + 1, xml[close - 1] === '/' ? close - 1 : close)
    const space = inner.search(/\s/)
    const name = (space < 0 ? inner : inner.slice(0, space)).replace(/^(\/?)[A-Za-z0-9_]+:/, '$1')
    const attributes = space < 0 ? '' : inner.slice(space)
    yield { name, attributes, text: xml.slice(at, open) }
    at = close + 1
  }
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
/** Text without the entities and codes of XML. */
export const unescaped = (text: string) =>
  text
    .replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (all, hex, decimal, name) => {
      if (name) return ENTITIES[name] ?? all
      const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return point <= 0x10ffff ? String.fromCodePoint(point) : all
    })
    .replaceAll(/_x([0-9A-F]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Reads an attribute of a tag, with or without a prefix. */
export function attribute(name: string) {
  const pattern = new RegExp(`\\s(?:[A-Za-z0-9]+:)?${name}="([^"]*)"`)
  return ({ attributes }: Tag) => {
    const value = pattern.exec(attributes)?.[1]
    return value === undefined ? undefined : unescaped(value)
  }
}

/** The first tag with this name that passes. */
export function findTag(xml: string, name: string, passes: (tag: Tag) => boolean): Tag | undefined {
  for (const tag of tagsOf(xml)) if (tag.name === name && passes(tag)) return tag
  return undefined
}
