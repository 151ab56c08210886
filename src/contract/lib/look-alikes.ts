/** Cyrillic and Greek letters that look like Latin ones in most fonts, each with the Latin one. */
const CYRILLIC = Object.entries({
  ...{ А: 'A', В: 'B', Е: 'E', Ѕ: 'S', І: 'I', Ј: 'J', К: 'K', М: 'M', Н: 'H', О: 'O', Р: 'P', С: 'C', Т: 'T', У: 'Y' },
  ...{ Х: 'X', Ү: 'Y', Ԛ: 'Q', Ԝ: 'W', Ԍ: 'G', Ѵ: 'V', Ӏ: 'I', З: '3' },
  ...{ а: 'a', е: 'e', ѕ: 's', і: 'i', ј: 'j', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', һ: 'h', ԛ: 'q', ԝ: 'w', ԁ: 'd' },
  ...{ к: 'k', м: 'm', н: 'h', т: 't', в: 'b', ѵ: 'v', ӏ: 'l', з: '3' },
})
const GREEK = Object.entries({
  ...{ Α: 'A', Β: 'B', Ε: 'E', Ζ: 'Z', Η: 'H', Ι: 'I', Κ: 'K', Μ: 'M', Ν: 'N', Ο: 'O', Ρ: 'P', Τ: 'T', Υ: 'Y', Χ: 'X' },
  ...{ ο: 'o', ν: 'v', ρ: 'p', ι: 'i', κ: 'k', υ: 'u', α: 'a', χ: 'x', ϲ: 'c', Ϲ: 'C', ϳ: 'j', Ϳ: 'J' },
})
const LETTERS = new Map<string, { latin: string; script: string }>([
  ...CYRILLIC.map(([letter, latin]) => [letter, { latin, script: 'Cyrillic' }] as const),
  ...GREEK.map(([letter, latin]) => [letter, { latin, script: 'Greek' }] as const),
])

/**
 * Why a code is not what it looks like: 'This has a Cyrillic С: write the Latin C'. Null without such a letter, and
 * for a text that has other letters beyond ASCII too: nobody takes it for a Latin one.
 */
export function lookAlike(code: string): string | null {
  let message: string | null = null
  for (const letter of code) {
    const found = LETTERS.get(letter)
    if (found) message ??= `This has a ${found.script} ${letter}: write the Latin ${found.latin}`
    else if (/[^\0-\x7f]/.test(letter) && /\p{L}/u.test(letter)) return null
  }
  return message
}

/** The same for a mail address: it may be of Cyrillic or Greek letters, but a part of Latin ones has none of these. */
export function mixedLetters(address: string): string | null {
  for (const part of address.split(/[@.+_-]/)) {
    const reason = /[a-z]/i.test(part) ? lookAlike(part) : null
    if (reason) return reason
  }
  return null
}
