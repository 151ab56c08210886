import { isToken } from '#server/http/tokens.ts'

/** A cookie for this site alone, which scripts cannot read. It holds a token. */
export interface SecretCookie {
  name: string
  /** Strict: not sent on the way here from another site. Lax: sent when a link from there is followed. */
  sameSite: 'Strict' | 'Lax'
  seconds: number
}

/** The name of a cookie. Over https, the prefix makes the browser ensure that no neighbouring host set it. */
const nameOf = ({ name }: SecretCookie, secure: boolean) => (secure ? `__Host-${name}` : name)

/**
 * The header that sets a cookie; without a value, one that removes it. `secure`: the site is served by https.
 */
export function setCookie(cookie: SecretCookie, value: string | null, secure: boolean): string {
  const { sameSite, seconds } = cookie
  const parts = [
    `${nameOf(cookie, secure)}=${value ?? ''}`,
    'Path=/',
    `Max-Age=${value === null ? 0 : seconds}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []),
  ]
  return parts.join('; ')
}

/** The token in a cookie of a request; null if there is none, or if it came twice. */
export function readCookie(cookie: SecretCookie, header: string | undefined, secure: boolean): string | null {
  const start = `${nameOf(cookie, secure)}=`
  const [value, ...more] = (header ?? '').split(';').flatMap((part) => {
    const pair = part.trim()
    return pair.startsWith(start) ? [pair.slice(start.length)] : []
  })
  return more.length === 0 && isToken(value) ? value : null
}
