/** What a password must not be made of. */
export interface OwnData {
  email?: string
  username?: string
  companyName?: string
}

export const COMMON_PASSWORD = 'This password is one of the most common. Please choose another one.'
export const OWN_DATA_PASSWORD = 'This is the email, name or company of the account. Please choose another password.'

const folded = (text: string) => text.normalize('NFC').toLowerCase()

/** The account's own data as people type it for a password, in lower case: whole, its parts, and without the spaces. */
export function ownWords({ email = '', username = '', companyName = '' }: OwnData): string[] {
  const [name = '', domain = ''] = email.split('@')
  const [company = ''] = domain.split('.')
  const texts = [email, name, domain, company, username, companyName, ...username.split(/\s+/)]
  const words = texts.flatMap((text) => {
    const word = folded(text).trim()
    return [word, word.replaceAll(/\s+/g, ''), word.replaceAll(/\W+/g, '')]
  })
  return [...new Set(words)].filter((word) => word !== '')
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
 * Why a form refuses a typed password; null if it does not. The server sees its MD5 only, and refuses what it knows of the
 * most common ones.
 */
export function refusedPassword(typed: string, own: OwnData): string | null {
  const password = folded(typed)
  if (isPattern(password)) return COMMON_PASSWORD
  return ownWords(own).includes(password.trim()) ? OWN_DATA_PASSWORD : null
}
