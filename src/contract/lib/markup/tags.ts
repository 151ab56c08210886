/** The longest Liquid tag recognised, in characters. */
export const MAX_TAG_LENGTH = 2_000

const isLetter = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/** True where an HTML parser sees markup begin: `<a`, `</`, `<!`, `<?`. */
function beginsMarkup(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1)
  return text[at] === '<' && (isLetter(next) || next === 47 || next === 33 || next === 63)
}

/** True for a single `=`, which is not a Liquid operator but would make an attribute. */
function isAssignment(text: string, at: number): boolean {
  return text[at] === '=' && text[at + 1] !== '=' && !'=!<>'.includes(text[at - 1] ?? ' ')
}

/**
 * The end of the Liquid tag (`{{ … }}` or `{% … %}`) that begins at `at`, or -1. Only what cannot hide markup
 * counts as a tag: balanced quotes, no other tag, element or attribute inside, at most MAX_TAG_LENGTH.
 */
export function tagEnd(text: string, at: number): number {
  if (text[at] !== '{') return -1
  const output = text[at + 1] === '{'
  if (!output && text[at + 1] !== '%') return -1
  const stop = Math.min(text.length, at + MAX_TAG_LENGTH)
  let quote = ''
  for (let i = at + 2; i < stop; i++) {
    const c = text[i] ?? ''
    if (c === '{' && (text[i + 1] === '{' || text[i + 1] === '%')) return -1
    if (beginsMarkup(text, i) || isAssignment(text, i)) return -1
    const closes = text[i + 1] === '}' && c === (output ? '}' : '%')
    // Liquid reads quotes in outputs, but ends a `{% %}` at its first `%}`, quoted or not.
    if (closes && (quote === '' || !output)) return quote === '' ? i + 2 : -1
    if (quote !== '' && c === '\\') i++
    else if (c === quote) quote = ''
    else if (quote === '' && (c === '"' || c === "'")) quote = c
  }
  return -1
}

/** True for a text that is exactly one Liquid tag. */
export const isTag = (text: string) => tagEnd(text, 0) === text.length && text.length > 0

/** The text without its Liquid tags. */
export function withoutTags(text: string): string {
  let out = ''
  for (let i = 0; i < text.length; ) {
    const end = tagEnd(text, i)
    if (end > 0) i = end
    else out += text[i++]
  }
  return out
}
