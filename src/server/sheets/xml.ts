import { SaxesParser } from 'saxes'
import { UnreadableSheet } from './sheet.ts'

/** Most characters that a tag, a text or a comment may have: more is no sheet. */
const MOST_AT_ONCE = 1024 * 1024
/** Most elements within each other. */
const MOST_DEEP = 100

/** An element by its local name. Attributes keep their prefixes; `attributeOf` reads them by local names. */
export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  /** The end of an element and the text directly within it, as far as it was not interrupted. */
  close(name: string): void
  /** A text or CDATA section, with its entities resolved; a text may come in several. */
  text(text: string): void
}

const DAMAGED = 'The workbook is damaged: open it in a spreadsheet and save it again'

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Reads an attribute by its local name. */
export function attributeOf(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  const plain = attributes[name]
  if (plain !== undefined) return plain
  const key = Object.keys(attributes).find((each) => local(each) === name)
  return key === undefined ? undefined : attributes[key]
}

/**
 * Reads XML that comes in pieces, as strictly as the standard asks for, in memory that does not grow with its
 * length. Yields after each piece. No entity is ever declared: a DOCTYPE is refused. Throws UnreadableSheet.
 */
export async function* readXml(pieces: AsyncIterable<string>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false, xmlns: false } as const)
  let depth = 0
  let quiet = 0
  parser.on('doctype', () => {
    throw new UnreadableSheet('A workbook with declarations of its own (DOCTYPE) is not read')
  })
  parser.on('opentag', ({ name, attributes }) => {
    quiet = 0
    if (++depth > MOST_DEEP) throw new UnreadableSheet(DAMAGED)
    handlers.open(local(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    quiet = 0
    depth--
    handlers.close(local(name))
  })
  parser.on('text', (text) => handlers.text(text))
  parser.on('cdata', (text) => handlers.text(text))
  const checked = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      throw error instanceof UnreadableSheet ? error : new UnreadableSheet(DAMAGED)
    }
  }
  for await (const piece of pieces) {
    quiet += piece.length
    checked(() => parser.write(piece))
    if (quiet > MOST_AT_ONCE + piece.length) throw new UnreadableSheet(DAMAGED)
    yield
  }
  checked(() => parser.close())
}
