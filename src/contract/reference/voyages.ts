/** A voyage without anything but letters and digits, in upper case: '018 E' and '018E' are the same one. The database has the same rule. */
export const voyageKey = (voyage: string) => voyage.replace(/[^A-Za-z0-9]/g, '').toUpperCase()

/** What voyages that resemble each other have in common: '18E' and '018E', '0O1W' and '001W'. */
const voyageShape = (voyage: string) =>
  voyageKey(voyage)
    .replaceAll('O', '0')
    .replace(/(?<!\d)0+(?=\d)/g, '')

/** True for two spellings that are not the same voyage but may be meant as one. */
export const resemblesVoyage = (one: string, other: string) =>
  voyageKey(one) !== voyageKey(other) && voyageShape(one) === voyageShape(other)
