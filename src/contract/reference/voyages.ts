/** A voyage as letters and digits, in upper case: '018 E' is '018E'. The database has the same rule. */
export const voyageKey = (voyage: string) => voyage.replace(/[^A-Za-z0-9]/g, '').toUpperCase()

/** The common shape of voyages that resemble each other: '18E' and '018E', '0O1W' and '001W'. */
const voyageShape = (voyage: string) =>
  voyageKey(voyage)
    .replaceAll('O', '0')
    .replace(/(?<!\d)0+(?=\d)/g, '')

/** True for spellings of different voyages that may be meant as one. */
export const resemblesVoyage = (one: string, other: string) =>
  voyageKey(one) !== voyageKey(other) && voyageShape(one) === voyageShape(other)
