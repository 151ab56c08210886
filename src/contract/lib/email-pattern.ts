import { mixedLetters } from './look-alikes.ts'
import { codeForm } from './text.ts'

/** Dots stand between other characters; an apostrophe is the plain one, which alone an address can have. */
export const EMAIL_PATTERN =
  /^(?!\.)(?![^@]*\.[.@])[^\s@<>()[\]\\,;:"\u2018\u2019\u201b\u02b9-\u02bd\u2032]+@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i

/** A mail address in its plain form, with one kind of dash and the full stops of East Asian keyboards as dots. */
const plainEmail = (text: string) => codeForm(text).replaceAll('\u3002', '.')
const mixed = (text: string) => mixedLetters(plainEmail(text))

/** The rules of every field for a mail address: at most 100 characters. */
export const emailText = { max: 100, normalise: plainEmail, refusal: mixed }
