/** Beginnings that a spreadsheet may read as a formula, full-width signs included. */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
const NEUTRAL = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** A text no spreadsheet runs: an apostrophe goes before anything that looks like a formula. */
export const neutralText = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

/** Undoes `neutralText`, so that an exported file can be imported again. */
export const originalText = (text: string) => (NEUTRAL.test(text) ? text.slice(1) : text)
