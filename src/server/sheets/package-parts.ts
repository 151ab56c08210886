import { UnreadableSheet } from './sheet.ts'
import { attributeOf, readXml, type XmlHandlers } from './xml.ts'
import { type Part, unpacked, zipParts } from './zip-parts.ts'

const MB = 1024 * 1024
/** Most bytes of the parts that are held, unpacked. The texts that cells share are the largest of them. */
const MOST = { shared: 64 * MB, other: 8 * MB }

/** A relation of a part to another. */
export interface Relation {
  id: string
  /** The last word of its type: officeDocument, worksheet, sharedStrings, styles. */
  type: string
  /** The path of the part that is meant. */
  target: string
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** A path as the archive's directory has it, in small letters: without '..', '.', backslashes and a first slash. */
function normalPath(path: string): string {
  const steps: string[] = []
  for (const step of path.replaceAll('\\', '/').split('/'))
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  return steps.join('/').toLowerCase()
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

/** The path that a relation of a part names: from the root, or from the part's folder. */
const targetPath = (part: string, target: string) =>
  normalPath(/^[/\\]/.test(target) ? decoded(target) : folderOf(part) + decoded(target))

/** A package of parts (ECMA-376 part 2): an archive whose parts are found by relations, in any case of letters. */
export class PackageParts {
  readonly #parts: ReadonlyMap<string, Part>

  /** Throws UnreadableSheet for data that is no archive. */
  constructor(data: Uint8Array) {
    const parts = new Map<string, Part>()
    // An archive may have the names as relations write them: 'my%20sheet.xml'.
    for (const [path, part] of zipParts(data)) parts.set(normalPath(decoded(path)), part)
    this.#parts = parts
  }

  has(path: string): boolean {
    return this.#parts.has(normalPath(path))
  }

  /** The bytes of a part as it is packed. */
  packedSize(path: string): number {
    return this.#parts.get(normalPath(path))?.data.length ?? 0
  }

  /** The text of a part in pieces, at most so many bytes of it. Throws UnreadableSheet. */
  pieces(path: string, most: number): AsyncGenerator<string> {
    const part = this.#parts.get(normalPath(path))
    if (!part) throw new UnreadableSheet(`The workbook has no part ${path}`)
    return unpacked(part, most)
  }

  /** Reads a whole part. Throws UnreadableSheet. */
  async read(path: string, handlers: Partial<XmlHandlers>, size: keyof typeof MOST = 'other'): Promise<void> {
    const nothing = () => undefined
    const all = { open: nothing, close: nothing, text: nothing, ...handlers }
    for await (const _ of readXml(this.pieces(path, MOST[size]), all));
  }

  /** The relations of a part, or with '' of the package; none if nothing names them. Throws UnreadableSheet. */
  async relationsOf(part: string): Promise<Relation[]> {
    const path = `${folderOf(part)}_rels/${part.slice(folderOf(part).length)}.rels`
    const found: Relation[] = []
    if (!this.has(path)) return found
    await this.read(path, {
      open: (name, attributes) => {
        if (name !== 'Relationship' || attributeOf(attributes, 'TargetMode') === 'External') return
        const target = targetPath(part, attributeOf(attributes, 'Target') ?? '')
        const type = attributeOf(attributes, 'Type') ?? ''
        found.push({ id: attributeOf(attributes, 'Id') ?? '', type: type.slice(type.lastIndexOf('/') + 1), target })
      },
    })
    return found
  }
}
