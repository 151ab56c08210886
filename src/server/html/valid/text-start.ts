import { decoded, isBlank, isInline, type Node, parseTree } from './tree.ts'

/** The text of nodes, with a space between lines. */
const wordsIn = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return isInline(node) && node.name !== 'br' ? wordsIn(node.children) : ` ${wordsIn(node.children)} `
    })
    .join('')

/** Room for the tags before the first words. */
const AHEAD = 5_000

/**
 * The first words of valid HTML as text: at most `most` characters, cut between words and then ending with
 * '…'.
 */
export function textStart(html: string, most: number): string {
  // The cut may leave the beginning of a tag or an entity at the end.
  const source = html.slice(0, AHEAD + 20 * most).replace(/<[^<>]*$|&[^;\s]*$/, '')
  const nodes = parseTree(source)
  if (nodes.every(isBlank)) return ''
  const text = decoded(wordsIn(nodes)).replace(/\s+/g, ' ').trim()
  if (text.length <= most) return text
  const start = text.slice(0, most)
  const word = start.lastIndexOf(' ')
  return `${start.slice(0, word > most / 2 ? word : most - 1).replace(/[\s,;:–-]+$/, '')}…`
}
