import { joinedCode } from '#contract/lib/text.ts'

/**
 * A voyage as letters and digits, those of ASCII in upper case: '018 E' is '018E'. Letters of other scripts count,
 * so '018Е' with a Cyrillic letter is not '018'. The database has the same rule: `voyage_key`.
 */
export const voyageKey = joinedCode

/** The common shape of voyages that resemble each other: '18E' and '018E', '0O1W' and '001W'. */
const voyageShape = (voyage: string) =>
  voyageKey(voyage)
    .replaceAll('O', '0')
    .replace(/(?<!\d)0+(?=\d)/g, '')

/** True for spellings of different voyages that may be meant as one. */
export const resemblesVoyage = (one: string, other: string) =>
  voyageKey(one) !== voyageKey(other) && voyageShape(one) === voyageShape(other)
