/** Values a field accepts and refuses. */
export interface Rule {
  path: string
  /** A body of the call, with these fields. */
  body: (rest: object) => object
  field: string
  /** Accepted values, with what they are stored as if that differs. */
  taken: (unknown | [sent: unknown, stored: unknown])[]
  refused: [value: unknown, message: string][]
}

export const letters = (n: number) => 'ä'.repeat(n)

export const REQUIRED = 'This field cannot be empty'
export const NUMBER = 'Please enter a number'
export const CHOOSE = 'Choose one from the list'
export const max = (label: string, n: number) => `${label} must be no more than ${n} characters`

/** The rule of a line of text of at most `n` characters; `empty` is the message where it must not be empty. */
export const textRule = (
  path: string,
  body: Rule['body'],
  field: string,
  label: string,
  n: number,
  empty: string | null = REQUIRED,
): Rule => ({
  path,
  body,
  field,
  taken: [
    letters(n),
    ['  both ends  ', 'both ends'],
    ['e\u0301', 'é'],
    '<b>',
    ...(empty === null
      ? [
          ['', ''],
          [null, ''],
        ]
      : []),
  ],
  refused: [
    [letters(n + 1), max(label, n)],
    ['a\0', 'This text contains characters that cannot be stored'],
    ['\ud800', 'This text contains characters that cannot be stored'],
    [5, 'This field must be text'],
    ...(empty === null ? [] : (['', '   ', '\u200b', null].map((value) => [value, empty]) as [unknown, string][])),
  ],
})
