import { bareNumber, phrasesOf, shapesIn } from '#contract/search/numbers-in-text.ts'
import type { IncomingMail } from './reading/incoming-mail.ts'

/** Letters and digits of the shortest code. */
const SHORTEST = 5
/** Codes of one place that are looked up. */
const MOST_CODES = 400

/** A code as it is compared: five letters or digits or more, one of them a digit. */
const isCode = (code: string) => code.length >= SHORTEST && /\d/.test(code)

/** Every text that may be a code of an order, in the form in which codes are compared. */
export function codesOf(text: string): string[] {
  const { code, container, fba } = shapesIn(text)
  const found = [...code, ...container, ...fba, ...phrasesOf(text).map(bareNumber)]
  return [...new Set(found.filter(isCode))].slice(0, MOST_CODES)
}

/** Where codes are looked for, the likeliest place first: a place that names an order hides those after it. */
export const placesOf = ({ subject, topText, nested, files, forwardedText }: IncomingMail): string[] => [
  subject,
  [topText, ...nested.flatMap((mail) => [mail.subject, mail.text])].join('\n'),
  files.map(({ name }) => name.replace(/\.[a-z0-9]{1,5}$/i, '').replaceAll('_', ' ')).join('\n'),
  forwardedText ?? '',
]
