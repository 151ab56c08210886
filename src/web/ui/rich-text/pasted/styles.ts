/** The declarations of an element's style attribute, names and values in small letters. */
export function stylesOf(element: Element): Record<string, string | undefined> {
  const styles: Record<string, string> = {}
  for (const declaration of (element.getAttribute('style') ?? '').split(';')) {
    const colon = declaration.indexOf(':')
    if (colon > 0)
      styles[declaration.slice(0, colon).trim().toLowerCase()] = declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase()
  }
  return styles
}

/** How a stretch of text looks, as far as the editor keeps it. */
export interface Format {
  bold: boolean
  italic: boolean
  underline: boolean
  strike: boolean
  raised: 'sup' | 'sub' | null
  code: boolean
  /** The address of the link that it belongs to. */
  link: string | null
}

export const PLAIN: Format = {
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  raised: null,
  code: false,
  link: null,
}

/** The format that elements have by themselves. */
const ELEMENTS: Record<string, Partial<Format>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  u: { underline: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  sup: { raised: 'sup' },
  sub: { raised: 'sub' },
  code: { code: true },
  kbd: { code: true },
  tt: { code: true },
}

const isBold = (weight: string) => /^bold/.test(weight) || Number(weight) >= 600

/** The format inside an element: its own style wins over its name, and both over what is around it. */
export function formatIn(element: Element, around: Format): Format {
  const format = { ...around, ...ELEMENTS[element.localName] }
  const styles = stylesOf(element)
  const { font = '' } = styles
  const weight = styles['font-weight'] ?? /\b(?:bold(?:er)?|normal|[1-9]00)\b/.exec(font)?.[0]
  if (weight !== undefined && weight !== 'inherit') format.bold = isBold(weight)
  const slant = styles['font-style'] ?? (/\b(?:italic|oblique)\b/.exec(font)?.[0] || undefined)
  if (slant !== undefined && slant !== 'inherit') format.italic = /^(?:italic|oblique)/.test(slant)
  const lines = `${styles['text-decoration'] ?? ''} ${styles['text-decoration-line'] ?? ''}`
  if (/\bnone\b/.test(lines)) Object.assign(format, { underline: false, strike: false })
  if (/\bunderline\b/.test(lines)) format.underline = true
  if (/\bline-through\b/.test(lines)) format.strike = true
  const raised = /^(?:super|sub)\b/.exec(styles['vertical-align'] ?? '')?.[0]
  if (raised) format.raised = raised === 'super' ? 'sup' : 'sub'
  return format
}
