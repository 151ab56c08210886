/** The answer to unknown paths below /api. A missing record is named instead. */
export const UNKNOWN_CALL = 'Not found'

/** The generic messages of the specification, section 5. */
export const REQUIRED = 'This field cannot be empty'
/** The message for an empty body of rich text. */
export const EMPTY_BLOCK = 'This block cannot be empty'
export const NOT_ALL_FILLED = 'Not all fields are filled in'
export const EMAIL = 'Please, enter valid email address'
export const ENTER_VALUE = 'Please enter a value'
export const NUMBER = 'Please enter a number'
export const WHOLE_NUMBER = 'Please enter a whole number'
export const WITHOUT_DECIMALS = 'This is a number with decimals: write it as it is'
export const NO_PHONE = 'This is no phone number'
export const ONE_PHONE = 'Write one phone number'
export const DIGITS = 'Invalid field. You can only use numbers'
export const LETTERS_NUMBERS = 'Invalid field. You can only use letter, number'
export const LETTERS_NUMBERS_DASHES = 'Invalid field. You can only use letter, number and dashes'
/** The message for a date that somebody types. */
export const DATE = 'Write a date like 2026-12-01 or 5 Dec 2026'
/** Messages for a day, and for a time, in a call. */
export const DAY = 'Write a date like 2026-12-01'
export const INSTANT = 'Write a date with its time like 2026-12-01T09:05:00Z'
export const ONE_LINE = 'Please enter this on one line'
export const CHOOSE = 'Choose one from the list'
export const CHOOSE_SOME = 'Choose at least one'
export const NOT_AN_ID = 'Not an id'
export const ID_NUMBER = 'This field must be the id of a record, a whole number'
export const EMPTY_FILE = 'File cannot be empty'

export const NOT_TEXT = 'This field must be text'
export const NOT_FLAG = 'This field must be true or false'
export const NOT_LIST = 'This field must be a list'
export const NOT_OBJECT = 'This field must be an object'
/** The message for fields that no schema lists: 'Unknown field: colour'. */
export const unknownFields = (names: readonly string[]) =>
  `Unknown ${names.length === 1 ? 'field' : 'fields'}: ${names.map((name) => name.slice(0, 60)).join(', ')}`
/** The message for a value about which nothing more is known. */
export const WRONG_FORM = 'This value has the wrong form'

/** A message at a field that names a record: 'This depot does not exist'. */
export const noSuch = (noun: string) => `This ${noun} does not exist`
export const maxLength = (label: string, n: number) => `${label} must be no more than ${n} characters`
export const minLength = (label: string, n: number) => `${label} must be over ${n} characters.`
export const maxDecimals = (n: number) => `No more than ${n} decimals`
export const atMost = (n: number) => `No more than ${n}`
export const atLeast = (n: number) => `No less than ${n}`
