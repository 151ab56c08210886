/** A row of a table test: a field, a value it accepts, one it refuses, and the message. */
export type Limit = [field: string, good: string, bad: string, message: string]

/** A text at its maximum length, and one character beyond. */
export const lengthLimit = (field: string, label: string, max: number, char = 'x'): Limit => [
  field,
  char.repeat(max),
  char.repeat(max + 1),
  `${label} must be no more than ${max} characters`,
]
