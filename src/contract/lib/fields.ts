import { z } from 'zod'
import { EMAIL_PATTERN, emailText } from './email-pattern.ts'
import { issueWords } from './issue-words.ts'
import { lookAlike } from './look-alikes.ts'
import * as m from './messages.ts'
import { type Commas, readNumber, thousandsMessage } from './numbers.ts'
import { barePhone, isTwoPhones } from './phones.ts'
import { placeCode } from './spellings.ts'
import { cleanText, codeForm, codePoints, LINE_BREAKS, wholeFigures } from './text.ts'

z.config({ customError: issueWords })

/** Largest id and integer of the database: 32 bits. */
export const MAX_INT = 2_147_483_647

interface TextRules {
  required?: string
  max?: number
  pattern?: [RegExp, string]
  /** True for a text that may contain line breaks. */
  lines?: boolean
  /**
   * A change to the clean text before it is checked; must be idempotent. Text with a pattern gets the
   * form of a code.
   */
  normalise?: (text: string) => string
  /** True for a code of Latin letters: a foreign letter that looks like one is refused. */
  isCode?: boolean
  /** The message for a text that is refused as it was written; null for others. */
  refusal?: (text: string) => string | null
}

function textField(label: string, rules: TextRules) {
  const normalise = rules.normalise ?? (rules.pattern ? codeForm : (text: string) => text)
  return z
    .string({ error: m.NOT_TEXT })
    .nullish()
    .transform((value, ctx) => {
      const fail = (message: string) => {
        ctx.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      const clean = cleanText(value ?? '')
      if (!clean.ok) return fail(clean.message)
      const refused = rules.refusal?.(clean.text)
      if (refused) return fail(refused)
      const text = normalise(clean.text)
      if (text === '') return rules.required ? fail(rules.required) : ''
      // A code point is at most two units of a string, so a text that is far too long need not be counted.
      if (rules.max && (text.length > 2 * rules.max || codePoints(text) > rules.max))
        return fail(m.maxLength(label, rules.max))
      const foreign = rules.isCode ? lookAlike(text) : null
      if (foreign) return fail(foreign)
      if (rules.pattern && !rules.pattern[0].test(text)) return fail(lookAlike(text) ?? rules.pattern[1])
      if (!rules.lines && text.search(LINE_BREAKS) >= 0) return fail(m.ONE_LINE)
      return text
    })
}

/** Optional text of one line and at most `max` code points; absent, null and blank give ''. */
export const text = (label: string, max: number, pattern?: [RegExp, string]) => textField(label, { max, pattern })

/** Text of one line that must not be empty. */
export const requiredText = (label: string, max: number, pattern?: [RegExp, string], required = m.REQUIRED) =>
  textField(label, { max, pattern, required })

/** Optional text of any number of lines. */
export const longText = (label: string, max: number) => textField(label, { max, lines: true })
/** Text of any number of lines that must not be empty. */
export const requiredLongText = (label: string, max: number) =>
  textField(label, { max, lines: true, required: m.REQUIRED })

/** A key in the form of a code, of Latin letters; one of figures has no decimals. */
const keyRules = (max: number, normalise: (text: string) => string): TextRules => ({
  max,
  isCode: true,
  normalise: (value) => normalise(wholeFigures(codeForm(value))),
})

/** Text by which a record is known or found, in the form of a code; `normalise` is applied to that. */
export const keyText = (
  label: string,
  max: number,
  normalise = (text: string) => text,
  rules: Pick<TextRules, 'pattern'> = {},
) => textField(label, { ...keyRules(max, normalise), ...rules, required: m.REQUIRED })

/** Optional text by which a record is known or found, in the form of a code; absent, null and blank give ''. */
export const optionalKeyText = (
  label: string,
  max: number,
  normalise = (text: string) => text,
  rules: Pick<TextRules, 'pattern' | 'refusal'> = {},
) => textField(label, { ...keyRules(max, normalise), ...rules })

/**
 * A code of at most 50 characters; a UN/LOCODE becomes upper case, without accents and the signs that some write
 * around it and after the country: 'CN-SHA' is CNSHA.
 */
export const code = (label = 'Code') =>
  textField(label, {
    max: 50,
    required: m.REQUIRED,
    isCode: true,
    normalise: (value) => placeCode(value) ?? codeForm(value),
  })

/** The same, or null if empty. */
export const optionalCode = (label = 'Code') =>
  textField(label, { max: 50, isCode: true, normalise: (value) => placeCode(value) ?? codeForm(value) }).transform(
    (value) => value || null,
  )

/** An email address of at most 100 characters; an optional one may be empty. */
export const email = (label = 'Email', message = m.EMAIL, required = m.REQUIRED) =>
  textField(label, { ...emailText, pattern: [EMAIL_PATTERN, message], required })
export const optionalEmail = (label = 'Email') => textField(label, { ...emailText, pattern: [EMAIL_PATTERN, m.EMAIL] })

const DIGITS: [RegExp, string] = [/^\d+$/, m.DIGITS]

const twoPhones = (text: string) => (isTwoPhones(text) ? m.ONE_PHONE : null)

/**
 * A phone number with its country: at most 25 digits; plus or '00', spaces, dashes and brackets are removed.
 */
export const phone = (label = 'Phone') =>
  textField(label, { max: 25, pattern: DIGITS, required: m.REQUIRED, normalise: barePhone, refusal: twoPhones }).refine(
    (digits) => !/^0+$/.test(digits),
    m.NO_PHONE,
  )

/** HTML of at most `max` code points; the server cleans it. */
export const richText = (label: string, max: number) => textField(label, { max, lines: true })
/** HTML that must show something. */
export const requiredRichText = (label: string, max: number, required = m.EMPTY_BLOCK) =>
  textField(label, { max, required, lines: true })

interface NumberRules extends Commas {
  min?: number
  /** The lower bound, exclusive. */
  above?: number
  max?: number
  empty?: string
}

function judgeNumber(value: number, places: number, rules: NumberRules): string | null {
  if (value < 0) return rules.above === undefined ? m.atLeast(rules.min ?? 0) : m.ENTER_VALUE
  if (Number(value.toFixed(places)) !== value) return places === 0 ? m.WHOLE_NUMBER : m.maxDecimals(places)
  if (rules.above !== undefined && value <= rules.above) return m.ENTER_VALUE
  if (rules.min !== undefined && value < rules.min) return m.atLeast(rules.min)
  if (value > (rules.max ?? 999_999_999)) return m.atMost(rules.max ?? 999_999_999)
  return null
}

/** The message for a value that is no number: it names a comma that may separate thousands. */
export const notNumber = (value: unknown, { everyCommaIsDot = false }: Commas = {}) =>
  (everyCommaIsDot ? null : thousandsMessage(value)) ?? m.NUMBER

const numeric = z.union([z.number(), z.string()], { error: m.NUMBER }).nullish()

/** A required decimal without sign, with at most `places` decimals; accepts text, and decimal commas. */
export const decimal = (places: number, rules: NumberRules = {}) =>
  numeric.transform((value, ctx): number => {
    const read = readNumber(value, rules)
    const message =
      read === null
        ? (rules.empty ?? m.REQUIRED)
        : read === 'not a number'
          ? notNumber(value, rules)
          : judgeNumber(read, places, rules)
    if (message) {
      ctx.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    return Number(read)
  })

/** A decimal, or null if empty. */
export const optionalDecimal = (places: number, rules: NumberRules = {}) =>
  numeric.transform((value, ctx): number | null => {
    const read = readNumber(value, rules)
    if (read === null) return null
    const message = read === 'not a number' ? notNumber(value, rules) : judgeNumber(read, places, rules)
    if (message) {
      ctx.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    return Number(read)
  })

/** Decimals, more than anyone writes. */
const MOST_DECIMALS = 100

/** A whole number from 0 to 2 147 483 647. */
export const integer = (rules: NumberRules = {}) => decimal(0, { max: MAX_INT, ...rules })

/** An amount stored as a whole number: decimals are rounded half up. */
export const roundedAmount = (rules: NumberRules = {}) =>
  decimal(MOST_DECIMALS, { max: MAX_INT - 1, ...rules }).transform((value) => Math.round(value))

/** A message for the field, unless nothing was sent for it. */
const unlessEmpty =
  (message: string) =>
  ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? m.REQUIRED : message

/** The id of a record: a positive 32-bit integer. */
export const id = (message = m.REQUIRED) =>
  z
    .int({ error: unlessEmpty(message === m.REQUIRED ? m.ID_NUMBER : message) })
    .min(1, message)
    .max(MAX_INT, message)

/** The id of a record, or null. */
export const optionalId = () =>
  id(m.CHOOSE)
    .nullish()
    .transform((value) => value ?? null)

/** An id in a path: decimal digits only. */
export const pathId = z
  .string({ error: m.NOT_AN_ID })
  .regex(/^[1-9]\d{0,9}$/, m.NOT_AN_ID)
  .transform(Number)
  .refine((value) => value <= MAX_INT, m.NOT_AN_ID)

/** The message of a list that is too long. */
export const tooMany = (n: number) => `No more than ${n}`

/** True or false; no other value is taken. */
export const flag = () => z.boolean({ error: m.NOT_FLAG })

/** One of a fixed set of numbers or words. */
export const oneOf = <const T extends readonly (string | number)[]>(values: T, message = m.CHOOSE) =>
  z.literal(values, { error: unlessEmpty(message) })

const ISO =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/

/** True for an existing instant in ISO 8601 with an offset, from 1970 to 2199. */
export function isInstant(value: string): boolean {
  if (!ISO.test(value)) return false
  const time = Date.parse(value)
  if (Number.isNaN(time) || time < 0 || time > 7_258_118_400_000) return false
  const [year, month, day] = value.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day)).getUTCDate() === day
}

/** An instant in ISO 8601, returned in UTC with milliseconds; null if empty. */
export const instant = (message = m.INSTANT) =>
  z
    .string({ error: message })
    .nullish()
    .transform((value, ctx): string | null => {
      if (value === null || value === undefined || value.trim() === '') return null
      if (isInstant(value)) return new Date(value).toISOString()
      ctx.addIssue({ code: 'custom', message })
      return z.NEVER
    })

/** 00:00 UTC of the day that a text begins with, whatever time and offset follow: 'yyyy-MM-dd…'. */
export const dayAsWritten = (text: string) => `${text.trim().slice(0, 10)}T00:00:00.000Z`

const PLAIN_DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * A day, sent as 'yyyy-MM-dd' or as an instant in ISO 8601: the day as it is written there, whatever its time and
 * offset. Returned as 00:00 UTC; null if empty.
 */
export const day = (message = m.DAY) =>
  z
    .string({ error: message })
    .nullish()
    .transform((value, ctx): string | null => {
      const sent = value && PLAIN_DAY.test(value.trim()) ? dayAsWritten(value) : value
      const read = instant(message).safeParse(sent)
      if (read.success) return sent && read.data ? dayAsWritten(sent) : null
      ctx.addIssue({ code: 'custom', message })
      return z.NEVER
    })

const changed = (field: z.ZodType<string | null>, message: string) =>
  z
    .string({ error: message })
    .nullable()
    .transform((value, ctx) => {
      const read = field.safeParse(value)
      if (read.success) return read.data
      ctx.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .optional()

/** An instant that null and '' empty. Unlike one of `instant`, an absent one stays absent. */
export const changedInstant = (message = m.INSTANT) => changed(instant(message), message)

/** A day that null and '' empty. Unlike one of `day`, an absent one stays absent. */
export const changedDay = (message = m.DAY) => changed(day(message), message)

/** The MD5 of a password in lower-case hex, as the specification asks for. */
export const passwordMd5 = () =>
  z
    .string()
    .min(1, m.REQUIRED)
    .regex(/^[0-9a-f]{32}$/i, 'The password must be sent as its MD5')
    .transform((value) => value.toLowerCase())

/** The version of a record: its `updatedAt` as read. */
export const version = () => instant().optional()
