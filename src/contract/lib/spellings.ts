import { barePhone, phonesIn } from './phones.ts'
import { codeForm, plainForm } from './text.ts'

/** A UN/LOCODE, with what some write between country and place. */
const LOCODE = /^([a-z]{2})[ \-/._]?([a-z2-9]{3})$/i
/** A phone number, or its beginning, that says where its country stands. */
const COUNTRY = /^(?:tel:\s*)?(?:\+|00)\s*\d[\d\s().\p{Pd}\u2212]*$/iu
/** A ship's number, or its beginning, after the word for it: 'IMO 978', 'IMO n° 978', 'No. 978'. */
const SHIP =
  /^(?:imo[^a-z0-9]*(?:(?:number|numero|num|no|nr|n)(?![a-z])[^a-z0-9]*)?|(?:no|nr|n)(?![a-z])[^a-z0-9]*)(\d(?:[^a-z0-9]?\d)*)$/i
/** The same before the word: '9785744 (IMO)'. */
const SHIP_BEFORE = /^(\d(?:[^a-z0-9]?\d)*)[^a-z0-9]*imo[^a-z0-9]*$/i
const shipDigits = (text: string) => ((SHIP.exec(text) ?? SHIP_BEFORE.exec(text))?.[1] ?? '').replaceAll(/\D/g, '')
/** 'Anna <anna@lopez.example>' and 'mailto:anna@lopez.example'. */
const ADDRESS = /(?:^mailto:|<)([^\s<>@]+@[^\s<>@?]+)/i

/** The code of a place in upper case without accents and what stands after the country; null for no UN/LOCODE. */
export function placeCode(text: string): string | null {
  const found = LOCODE.exec(
    codeForm(text)
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f]/g, ''),
  )
  return found ? `${found[1]}${found[2]}`.toUpperCase() : null
}

/** A ship's number, with the word for it or without, as seven digits; null for none: 'IMO 978 5744' is 9785744. */
export function imoNumber(text: string): string | null {
  const plain = codeForm(text).replace(/(?<=\d{7})\.0+$/, '')
  const digits = shipDigits(plain) || (/^[\d\s:.#_()/-]+$/.test(plain) ? plain.replaceAll(/\D/g, '') : '')
  return digits.length === 7 ? digits : null
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
