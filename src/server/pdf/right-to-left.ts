import bidiFactory from 'bidi-js'
import { default as rendering } from 'pdfmake/js/Renderer.js'

/** A word of a line, with the spaces after it, as pdfmake has laid it out; `x` and `width` in points. */
export interface Word {
  text: string
  x: number
  width: number
  fontSize: number
  font: { widthOfString(text: string, size: number): number }
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const bidi = bidiFactory()

/** True if a text has letters that are read from the right. */
const readsFromRight = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** The indexes of words by their levels, as they stand from left to right (rule L2 of Unicode's annex 9). */
function leftToRight(levels: readonly number[]): number[] {
  const order = levels.map((_, at) => at)
  for (let level = Math.max(...levels); level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from
      while (to < order.length && (levels[order[to] ?? 0] ?? 0) >= level) to++
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse())
      from = Math.max(from, to)
    }
  }
  return order
}

/** The letters of a word, or the spaces after it. */
interface Piece {
  width: number
  level: number
  /** Null for spaces. */
  word: Word | null
}

/**
 * Puts the words of a line in reading order if some are read from the right: their order, their spaces and
 * their brackets. The font turns the letters of a word. The direction of the line is that of its first
 * letter.
 */
export function placeWords(words: Word[]): void {
  const text = words.map((word) => word.text).join('')
  if (!readsFromRight(text)) return
  const embedding = bidi.getEmbeddingLevels(text)
  const mirrored = bidi.getMirroredCharactersMap(text, embedding)
  const levelAt = (at: number) => embedding.levels[at] ?? 0
  const pieces: Piece[] = []
  let start = 0
  for (const word of words) {
    const letters = word.text.trimEnd()
    const width = word.font.widthOfString(letters, word.fontSize)
    pieces.push({ width, level: levelAt(start), word })
    pieces.push({ width: word.width - width, level: levelAt(start + letters.length), word: null })
    const from = start
    start += word.text.length
    if (levelAt(from) % 2 === 0) continue
    word.text = letters
      .split('')
      .map((letter, index) => mirrored.get(from + index) ?? letter)
      .join('')
  }
  let x = words[0]?.x ?? 0
  for (const at of leftToRight(pieces.map(({ level }) => level))) {
    const piece = pieces[at]
    if (piece?.word) piece.word.x = x
    x += piece?.width ?? 0
  }
}

/**
 * Makes pdfmake, which lays words out from left to right only, reorder those of each line before it draws
 * them.
 */
export function placeWordsOfLines(): void {
  const { prototype } = rendering.default
  const { renderLine } = prototype
  prototype.renderLine = function placed(line, x, y) {
    placeWords(line.inlines)
    renderLine.call(this, line, x, y)
  }
}
