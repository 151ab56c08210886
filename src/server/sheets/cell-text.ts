/** What a spreadsheet may take for a formula; the signs' full-width forms too. */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const NEUTRAL = /^'+[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** A text that no spreadsheet runs: one that looks like a formula gets an apostrophe in front. */
export const neutralText = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

/** The text that `neutralText` was given, so that an exported file can be imported again. */
export const originalText = (text: string) => (NEUTRAL.test(text) ? text.slice(1) : text)
