import { fold } from '#contract/lib/fold.ts'

/** A member of staff. */
export interface Person {
  id: number
  name: string
}

/** An unfinished mention before the caret: where it begins, and the start of a name. */
export interface Typed {
  from: number
  start: string
}

/** The sign before a name, as any keyboard writes it. */
const SIGN = /[@＠﹫]/
const OPEN = /(?:^|[\s(（])[@＠﹫]([\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]*)?)$/u

/** The mention that is being typed; null for none. */
export function typedMention(text: string, caret: number): Typed | null {
  const found = OPEN.exec(text.slice(0, caret))
  if (found?.[1] === undefined) return null
  return { from: caret - found[1].length - 1, start: found[1] }
}

/** A text and where its caret is. */
export interface Caret {
  text: string
  caret: number
}

/**
 * A text after a key was typed right behind a chosen mention: the space that came with it gives way to one that is
 * typed, and to punctuation.
 */
export function typedBehindMention({ text, caret }: Caret): Caret {
  const [space, typed] = [text.charAt(caret - 2), text.charAt(caret - 1)]
  if (space !== ' ' || !/[ ,.;:!?)]/.test(typed)) return { text, caret }
  return { text: text.slice(0, caret - 2) + text.slice(caret - 1), caret: caret - 1 }
}

const MOST = 6

/** People with a name, or a part of it, that begins like this; whole names come first. */
export function peopleLike(people: readonly Person[], start: string): Person[] {
  const wanted = fold(start)
  const whole = people.filter(({ name }) => fold(name).startsWith(wanted))
  const parts = people.filter(
    (person) =>
      !whole.includes(person) &&
      fold(person.name)
        .split(/\s+/)
        .some((part) => part.startsWith(wanted)),
  )
  return [...whole, ...parts].slice(0, MOST)
}

interface Piece {
  text: string
  person: Person | null
}

/** A text in pieces: mentions, and text between them. Of two people with one name, the first is meant. */
export function piecesOf(text: string, people: readonly Person[]): Piece[] {
  const byLength = people
    .filter(({ name }) => name !== '')
    .toSorted((one, other) => other.name.length - one.name.length)
  const pieces: Piece[] = []
  let [at, plain] = [0, 0]
  while (at < text.length) {
    const after = SIGN.test(text.charAt(at)) ? text.slice(at + 1) : null
    const person = after === null ? undefined : byLength.find(({ name }) => after.startsWith(name))
    if (!person) {
      at += 1
      continue
    }
    if (at > plain) pieces.push({ text: text.slice(plain, at), person: null })
    pieces.push({ text: `@${person.name}`, person })
    at += person.name.length + 1
    plain = at
  }
  if (text.length > plain) pieces.push({ text: text.slice(plain), person: null })
  return pieces
}

/** Ids of the people whom a text mentions; one chosen from the list goes before others of that name. */
export const mentionsIn = (text: string, people: readonly Person[], chosen: readonly Person[]): number[] => [
  ...new Set(piecesOf(text, [...chosen, ...people]).flatMap(({ person }) => person?.id ?? [])),
]
