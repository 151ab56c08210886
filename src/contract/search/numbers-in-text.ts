import { fold } from '#contract/lib/fold.ts'
import { plainForm } from '#contract/lib/text.ts'
import { setCodesApart, TRACKING_CODE } from '#contract/orders/tracking-code.ts'

const MOST_COMPARED = 64
/** A number as the database's `search_term()` compares it; '' for a text without letters and digits. */
export const bareNumber = (text: string) =>
  fold(text)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, MOST_COMPARED)

// Gaps are limited in length, so that no text makes the search slow.
const CONTAINER = /(?<![A-Z0-9])([A-Z]{3}[UJZ])[^A-Z0-9]{0,3}(\d{3})[^A-Z0-9]{0,3}(\d{3})[^A-Z0-9]{0,3}(\d)(?!\d)/g
const FBA = /(?<![A-Z0-9])FBA[A-Z0-9]{6,20}(?![A-Z0-9])/g
const CODES = new RegExp(TRACKING_CODE, 'gi')
const WHOLE = new RegExp(`${TRACKING_CODE.source}|${CONTAINER.source}|${FBA.source}`, 'gi')
const SAILING = /(?<![A-Z0-9])S[\s-]?\d{4}[\s-]?\d{4}(?![A-Z0-9])/
const OFFER = /(?<![A-Z0-9])Q[\s-]?\d{4}[\s-]?\d{4,6}(?![A-Z0-9])/
const MAIL = /[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,100}/

const CONTAINERS = /(?<![A-Z0-9])(?:[A-Z]{3}[UJZ]\d{7}){2,}(?!\d)/gi
/** A text in which codes and containers that were pasted with nothing between them stand apart. */
const setApart = (text: string) =>
  setCodesApart(text).replaceAll(CONTAINERS, (run) => run.match(/.{11}/g)?.join(', ') ?? run)

const bareOf = (text: string, shape: RegExp) =>
  [...text.matchAll(shape)].map((match) => match.slice(1).join('').toUpperCase())

/** Numbers of a text that their shape gives away, in their bare form. */
export const shapesIn = (text: string) => {
  const plain = setApart(plainForm(text))
  const upper = plain.toUpperCase()
  return {
    code: bareOf(plain, CODES),
    container: bareOf(upper, CONTAINER),
    fba: upper.match(FBA) ?? [],
    mail: MAIL.exec(plain)?.slice(0, 1) ?? [],
  }
}
export type Shape = keyof ReturnType<typeof shapesIn>

/** Tracking codes, containers and FBA shipments of a text, as they are spelled there. */
export const codesIn = (text: string): string[] => setApart(text).match(WHOLE) ?? []

/** The reference of a sailing in a text: 'S-2026-0412'; '' for none. */
export const sailingIn = (text: string) => SAILING.exec(text.toUpperCase())?.[0] ?? ''

/** The reference of an offer in a text: 'Q-2026-0412'; '' for none. */
export const offerIn = (text: string) => OFFER.exec(text.toUpperCase())?.[0] ?? ''

const ORDER = /^(?:(?:re|fwd?|our|your|order|booking|id|no|nr|number)[\s.:#]{1,3}){1,4}(\d{1,10})$/i
/** The id in 'order 2229' or 'ID: 2229'; '' for any other text. */
export const labelledId = (text: string) => ORDER.exec(text)?.[1] ?? ''

const WORD = /[^\s,;:()<>[\]"]+/g
const MOST_PHRASES = 8
const SHORTEST = 4

/** Runs of words with digits, each with the word before it: 'PO 4711 0815' in 'Your PO 4711 0815 is late'. */
function runsIn(text: string): { before: string; words: string[] }[] {
  const runs: { before: string; words: string[] }[] = []
  let [before, words]: [string, string[]] = ['', []]
  for (const word of text.match(WORD) ?? []) {
    if (!/\d/.test(word)) [before, words] = [word, []]
    else if (words.push(word) === 1) runs.push({ before, words })
  }
  return runs
}

const worthAsking = (phrases: readonly string[], text: string) =>
  [...new Set(phrases)].filter((each) => each.length >= SHORTEST && each !== text)

/** Numbers that a longer text may hold: '2025-0011' and 'PO 2025-0011' in 'Your PO 2025-0011 is late'. */
export const phrasesIn = (text: string): string[] =>
  worthAsking(
    runsIn(text).flatMap(({ before, words }) => {
      const run = words.join(' ')
      return before ? [run, `${before} ${run}`] : [run]
    }),
    text,
  ).slice(0, MOST_PHRASES)

/** Words of a phrase that may be one number. */
const LONGEST_PHRASE = 4

/**
 * Every word with a digit, every run of such words, and each with the word before it: all that a number may be
 * written as in a text. At most four words.
 */
export const phrasesOf = (text: string): string[] =>
  runsIn(plainForm(text)).flatMap(({ before, words }) =>
    words.flatMap((_, from) => {
      const runs = Array.from({ length: Math.min(LONGEST_PHRASE, words.length - from) }, (__, more) =>
        words.slice(from, from + more + 1).join(' '),
      )
      return from === 0 && before ? runs.flatMap((run) => [run, `${before} ${run}`]) : runs
    }),
  )

/** Phrases and their single words, likelier ones first: as many as are searched. */
export const wordsIn = (text: string): string[] =>
  [
    ...new Set([
      ...phrasesIn(text),
      ...worthAsking(
        runsIn(text).flatMap(({ words }) => words),
        text,
      ),
    ]),
  ].slice(0, MOST_PHRASES)
