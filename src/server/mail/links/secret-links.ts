import { sql } from 'kysely'

/** What stands for the secret of a link wherever it is shown. */
export const HIDDEN = '…'

/*
 * The pages that need a secret. They are always served by this server, whatever serves the other public pages.
 */
/** Where a client uploads papers. */
export const uploadUrl = (appUrl: string, token: string) => `${appUrl}/site/upload/${token}`
/** The tracking page of one reader. */
export const personalUrl = (appUrl: string, token: string) => `${appUrl}/site/tracking/personal/${token}`
/** Where a subscription to the news of a shipment begins, and ends. */
export const confirmUrl = (appUrl: string, token: string) => `${appUrl}/site/tracking/confirm/${token}`
export const unsubscribeUrl = (appUrl: string, token: string) => `${appUrl}/site/tracking/unsubscribe/${token}`

const SECRET = '(/site/(?:upload|tracking/(?:personal|confirm|unsubscribe))/)[A-Za-z0-9_-]{43}'
const SECRETS = new RegExp(SECRET, 'g')

/** A text with the secrets of all links hidden. */
export const hideSecrets = (text: string) => text.replaceAll(SECRETS, `$1${HIDDEN}`)

/** SQL: the text of a mail, with them hidden. */
export const withoutSecrets = (column: 'html' | 'text') =>
  sql<string>`regexp_replace(${sql.ref(column)}, ${SECRET}, ${`\\1${HIDDEN}`}, 'g')`

/** SQL: whether a mail has any. */
export const HAS_SECRETS = sql<boolean>`(html ~ ${SECRET} or text ~ ${SECRET})`

const PERSONAL = new RegExp(`https?://[^\\s"'<>]*?/site/tracking/personal/(?:[A-Za-z0-9_-]{43}|${HIDDEN})`, 'g')

/** A text in which personal links to the tracking page are those of everybody. */
export const withPublicLink = (text: string, publicUrl: string) => text.replaceAll(PERSONAL, () => publicUrl)
