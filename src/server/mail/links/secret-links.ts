import { sql } from 'kysely'

/** The sign in place of a link's secret wherever the link is shown. */
export const HIDDEN = '…'

/* These pages need a secret. This server always serves them, whatever serves the other public pages. */
/** The page on which a client uploads papers. */
export const uploadUrl = (appUrl: string, token: string) => `${appUrl}/site/upload/${token}`
/** The page of an offer. */
export const offerUrl = (appUrl: string, token: string) => `${appUrl}/site/offer/${token}`
/** The tracking page of one reader. */
export const personalUrl = (appUrl: string, token: string) => `${appUrl}/site/tracking/personal/${token}`
/** Pages on which a subscription to the news of a shipment begins, and ends. */
export const confirmUrl = (appUrl: string, token: string) => `${appUrl}/site/tracking/confirm/${token}`
export const unsubscribeUrl = (appUrl: string, token: string) => `${appUrl}/site/tracking/unsubscribe/${token}`

const SECRET = '(/site/(?:upload|offer|tracking/(?:personal|confirm|unsubscribe))/)[A-Za-z0-9_-]{43}'
const SECRETS = new RegExp(SECRET, 'g')

/** A text with the secrets of all links hidden. */
export const hideSecrets = (text: string) => text.replaceAll(SECRETS, `$1${HIDDEN}`)

/** SQL: the text of a mail, with the secrets of links hidden. */
export const withoutSecrets = (column: 'html' | 'text') =>
  sql<string>`regexp_replace(${sql.ref(column)}, ${SECRET}, ${`\\1${HIDDEN}`}, 'g')`

/** SQL: whether a mail contains secrets of links. */
export const HAS_SECRETS = sql<boolean>`(html ~ ${SECRET} or text ~ ${SECRET})`

const PERSONAL = new RegExp(`https?://[^\\s"'<>]*?/site/tracking/personal/(?:[A-Za-z0-9_-]{43}|${HIDDEN})`, 'g')

/** A text with the public link in place of personal links to the tracking page. */
export const withPublicLink = (text: string, publicUrl: string) => text.replaceAll(PERSONAL, () => publicUrl)
