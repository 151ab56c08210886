/** Characters in a line of plain text. */
export const LINE_WIDTH = 78

/** A link as plain text shows it: its words without spaces, then its address unless they are the same. */
export interface ShownLink {
  words: string
  address: string
}

/** Plain text before its lines are wrapped, so that words in it can still be replaced. */
export interface UnwrappedText {
  lines: string
  links: ShownLink[]
}

/** Tabs and spaces of every kind: some mail programs show them as boxes in plain text, or not at all. */
const SPACES = /[^\S\n]/g

/** Makes every space an ordinary one and removes those at the ends of lines; consecutive blank lines become one. */
export const tidyText = (text: string): string =>
  text
    .replaceAll(SPACES, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

function wrapLine(line: string): string {
  if (line.length <= LINE_WIDTH) return line
  let out = ''
  let length = 0
  for (const word of line.split(' ')) {
    const fits = length > 0 && length + 1 + word.length <= LINE_WIDTH
    if (length > 0) out += fits ? ' ' : '\n'
    out += word
    length = fits ? length + 1 + word.length : word.length
  }
  return out
}

/** Wraps the lines of an unwrapped text between words; a word longer than a line stays whole. */
export const wrapText = (lines: string): string => tidyText(lines.split('\n').map(wrapLine).join('\n'))
