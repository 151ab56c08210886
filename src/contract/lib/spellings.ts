import { barePhone, phonesIn } from './phones.ts'
import { codeForm, lettersAndDigits, plainForm } from './text.ts'

/** A UN/LOCODE, with the signs that some write around it, and between country and place. */
const LOCODE = /^[^\p{L}\p{N}]*([a-z]{2})[^\p{L}\p{N}]*([a-z2-9]{3})[^\p{L}\p{N}]*$/iu
/** A phone number, or its beginning, that says where its country stands. */
const COUNTRY = /^(?:tel:\s*)?(?:\+|00)\s*\d[\d\s().\p{Pd}\u2212]*$/iu
/** A ship's number, or its beginning, after the word for it: 'IMO 978', 'IMO n° 978', 'No. 978'; French and Spanish OMI. */
const SHIP =
  /^(?:(?:imo|omi)[^a-z0-9]*(?:(?:number|numero|num|no|nr|n)(?![a-z])[^a-z0-9]*)?|(?:no|nr|n)(?![a-z])[^a-z0-9]*)(\d(?:[^a-z0-9]?\d)*)$/i
/** The same before the word: '9785744 (IMO)'. */
const SHIP_BEFORE = /^(\d(?:[^a-z0-9]?\d)*)[^a-z0-9]*(?:imo|omi)[^a-z0-9]*$/i
/** A whole ship's number, as letters and digits, with the words for it. */
const WHOLE_SHIP =
  /^(?:imo|omi|\u0438\u043c\u043e)?(?:number|numero|nummer|num|no|nr|n)?(\d{7})(?:imo|omi|\u0438\u043c\u043e)?$/i
/** The decimals of a figure with seven digits. */
const DECIMALS = /(?<=(?:\d[^\p{L}\p{N}]*){7})[.,]0+$/u
const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')
const shipDigits = (text: string) => ((SHIP.exec(text) ?? SHIP_BEFORE.exec(text))?.[1] ?? '').replaceAll(/\D/g, '')
/** 'Anna <anna@lopez.example>' and 'mailto:anna@lopez.example'. */
const ADDRESS = /(?:^mailto:|<)([^\s<>@]+@[^\s<>@?]+)/i

/** The code of a place in upper case without accents, and without any sign around its parts; null for no UN/LOCODE. */
export function placeCode(text: string): string | null {
  const found = LOCODE.exec(withoutAccents(codeForm(text)))
  return found ? `${found[1]}${found[2]}`.toUpperCase() : null
}

/** A ship's number, with the word for it or without, as seven digits; null for none: 'IMO 978 5744' is 9785744. */
export function imoNumber(text: string): string | null {
  const plain = withoutAccents(codeForm(text)).replace(DECIMALS, '')
  return WHOLE_SHIP.exec(lettersAndDigits(plain))?.[1] ?? null
}

/** Whether letters and digits alone say what a text is: it is a number, such as '987654321 RT 0001'. */
export const isNumbered = (text: string) => /\p{Nd}/u.test(text)

/** Characters of the longest number with its spaces; a text beyond is one of words. */
const LONGEST_NUMBER = 40
const digitsOnly = (text: string) => (/^\d{3,}$/.test(text) ? text : '')

/**
 * The texts to look for where this was typed: the text itself and, if it may be a number in a spelling of its
 * own, that number as it is stored. '0086 138 0013 8000' is 8613800138000, 'CN SHA' is CNSHA, 'IMO 978 5744' is
 * 9785744, 'CSQU 305438-3' is CSQU3054383. The one place of this rule for searches and filters.
 */
export function spellingsOf(typed: string): string[] {
  const plain = plainForm(typed)
  return [
    ...new Set(
      [
        typed,
        placeCode(plain) ?? '',
        COUNTRY.test(plain) ? digitsOnly(barePhone(plain)) : '',
        ...phonesIn(plain).forms,
        shipDigits(plain),
        ADDRESS.exec(plain)?.[1] ?? '',
        isNumbered(plain) && plain.length <= LONGEST_NUMBER ? plain.replaceAll(/[^\p{L}\p{N}@]/gu, '') : '',
      ].filter((text, place) => place === 0 || text.length > 2),
    ),
  ]
}
