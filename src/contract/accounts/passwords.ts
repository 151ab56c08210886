import { minLength } from '#contract/lib/messages.ts'

/** Data of the account that its password must not be made of. */
export interface OwnData {
  email?: string
  username?: string
  companyName?: string
}

export const COMMON_PASSWORD = 'This password is one of the most common. Please choose another one.'
export const OWN_DATA_PASSWORD = 'This is the email, name or company of the account. Please choose another password.'

export const INSTALLATION_PASSWORD =
  'This is a name of Quayside, of this installation or of its company. Please choose another password.'
export const SHORT_PASSWORD = minLength('Password', 8)

const folded = (text: string) => text.normalize('NFC').toLowerCase()

/** Texts as people type them for a password, in lower case: whole, without the spaces, and without signs. */
export const typedForms = (texts: readonly string[]): string[] => {
  const words = texts.flatMap((text) => {
    const word = folded(text).trim()
    return [word, word.replaceAll(/\s+/g, ''), word.replaceAll(/\W+/g, '')]
  })
  return [...new Set(words)].filter((word) => word !== '')
}

/** The account's own data as people type it for a password: whole, and its parts. */
export function ownWords({ email = '', username = '', companyName = '' }: OwnData): string[] {
  const [name = '', domain = ''] = email.split('@')
  const [company = ''] = domain.split('.')
  return typedForms([email, name, domain, company, username, companyName, ...username.split(/\s+/)])
}

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
]
const reversed = (text: string) => [...text].toReversed().join('')

/** 'aaaaaaaa', '12341234', 'abcdefgh': one character, or rows of the keyboard. */
function isPattern(password: string): boolean {
  const half = /^(.{1,4})\1+$/u.test(password)
  return half || RUNS.some((run) => run.includes(password) || reversed(run).includes(password))
}

/**
 * The reason why a form refuses a typed password; null if it accepts it. The server sees the MD5 only, and
 * refuses those of the most common passwords.
 */
export function refusedPassword(typed: string, own: OwnData): string | null {
  const password = folded(typed)
  if (isPattern(password)) return COMMON_PASSWORD
  return ownWords(own).includes(password.trim()) ? OWN_DATA_PASSWORD : null
}
