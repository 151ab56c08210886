/**
 * Widths of characters in ems, rather too wide than too narrow: Chinese and the like, wide letters, capitals,
 * the others.
 */
const WIDTHS: readonly [RegExp, number][] = [
  [/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u{1f000}-\u{3ffff}]/u, 1],
  [/[WMwm@%—…ЩШЖЮщшжюФф]/u, 0.93],
  [/[\p{Lu}\d&#$€£]/u, 0.69],
  [/[\s.,;:!|'’ilj()[\]/-]/u, 0.36],
]
const OTHER = 0.58

const widthOf = (text: string) =>
  Array.from(text).reduce((sum, char) => sum + (WIDTHS.find(([these]) => these.test(char))?.[1] ?? OTHER), 0)

/**
 * Lines that a text of so many ems takes, filled with words; a word that is too long continues on the next
 * line.
 */
function linesOf(text: string, ems: number): number {
  let lines = 1
  let used = 0
  for (const word of text.split(/\s+/)) {
    const width = widthOf(word)
    const next = used === 0 ? width : used + widthOf(' ') + width
    if (next <= ems) {
      used = next
      continue
    }
    if (used > 0) lines++
    const whole = Math.ceil(width / ems) - 1
    lines += whole
    used = width - whole * ems
  }
  return lines
}

/**
 * A text in the largest of these sizes (points, largest first) in which it fits into so many lines of a width
 * (points); a text too long for the smallest is cut, and ends with '…'.
 */
export function fitLabel(
  text: string,
  { width, sizes, lines }: { width: number; sizes: readonly number[]; lines: number },
): { text: string; fontSize: number } {
  const fontSize = sizes.find((size) => linesOf(text, width / size) <= lines)
  if (fontSize !== undefined) return { text, fontSize }
  const smallest = sizes.at(-1) ?? 8
  const characters = Array.from(text)
  while (characters.length > 0 && linesOf(`${characters.join('')}…`, width / smallest) > lines) characters.pop()
  return { text: `${characters.join('')}…`, fontSize: smallest }
}
