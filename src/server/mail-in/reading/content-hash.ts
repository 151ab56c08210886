import { createHash } from 'node:crypto'
import { textOf } from './contents.ts'
import { decodeWords } from './encoded-words.ts'
import { type Field, firstValue } from './header-fields.ts'
import { bytesOf, leavesOf, type Part } from './mime-parts.ts'

/** What a mail's sender wrote in its header: servers on the way leave these fields alone. */
const written = (fields: readonly Field[]) =>
  ['from', 'date', 'subject'].map((name) => decodeWords(firstValue(fields, name)).replaceAll(/\s+/g, ' ').trim())

/** A text as every server passes it on: some convert line ends, and drop spaces before them. */
const passedOn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()

const isText = ({ type, isUnread }: Part) => !isUnread && /^text\/(?:plain|html)$/.test(type.value)

/**
 * A hash of what was written: From, Date, Subject, and the decoded parts. The same mail in two mailboxes has the same,
 * whatever servers added or encoded in another way. Hexadecimal.
 */
export function contentHash(root: Part): string {
  const hash = createHash('sha256')
  const add = (piece: string | Uint8Array) => hash.update(`${piece.length}\n`).update(piece)
  for (const value of written(root.fields)) add(value)
  for (const leaf of leavesOf(root)) {
    add(leaf.type.value)
    if (isText(leaf)) add(passedOn(textOf(leaf)))
    else add(leaf.isUnread ? leaf.raw : bytesOf(leaf))
  }
  return hash.digest('hex')
}
