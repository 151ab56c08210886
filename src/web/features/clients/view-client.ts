import { IMPERSONATION_SECONDS, type Impersonation, impersonation } from '#contract/clients/clients.ts'
import { nothing } from '#contract/lib/envelope.ts'
import type { PublicSettings } from '#contract/system/settings.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { asked, proofAsked } from '#web/lib/api/expiry.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { viewsQuery } from './client-queries.ts'

const BLOCKED = 'The browser did not open the new tab. Please allow pop-ups for this site and try again.'

/** The token of the customer site's session in this browser, if any. */
function customerToken(): string | undefined {
  return /(?:^|;\s*)token=([^;]+)/.exec(document.cookie)?.[1]
}

function setCookies({ id, username, phone, user_token, email, confirmed }: Impersonation, domain: string | null): void {
  const rest = [
    `max-age=${IMPERSONATION_SECONDS}`,
    'path=/',
    'samesite=lax',
    ...(domain ? [`domain=${domain}`] : []),
    ...(window.location.protocol === 'https:' ? ['secure'] : []),
  ]
  const cookies = { id, name: username, phone, token: user_token, email, confirmed }
  for (const [name, value] of Object.entries(cookies)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the customer site reads these; Cookie Store is not in every browser
    document.cookie = [`${name}=${encodeURIComponent(value)}`, ...rest].join('; ')
  }
}

/** Ends the customer site's session in this browser; that it has already ended is no failure. */
async function logOutCustomer(): Promise<void> {
  const token = customerToken()
  if (!token) return
  try {
    await request(nothing, 'logout', { method: 'POST', otherToken: token, on401: 'throw' })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 401) throw error
  }
}

const startOf = ({ customerSiteUrl }: PublicSettings) =>
  customerSiteUrl.startsWith('/') ? `${customerSiteUrl}/account` : customerSiteUrl

/** Opens the customer site as this client in a new tab; our own session stays. A failure shows as a toast. */
export async function viewClient(id: number, settings: PublicSettings): Promise<void> {
  // The tab opens at once: browsers block one that opens after the click.
  let tab = window.open('', '_blank')
  if (!tab) return showError(BLOCKED)
  // A question that comes first is asked in this tab, which the new one would hide.
  const stopWatching = [asked, proofAsked].map((store) => store.subscribe(() => store.get() && tab?.close()))
  try {
    await logOutCustomer()
    setCookies(await request(impersonation, `user/get/${id}`), settings.cookieDomain)
    if (tab.closed) tab = window.open('', '_blank')
    if (!tab) return showError(BLOCKED)
    tab.opener = null
    tab.location.href = new URL(startOf(settings), window.location.href).href
    await queryClient.invalidateQueries({ queryKey: viewsQuery(id).queryKey })
  } catch (error) {
    tab?.close()
    showError(error)
  } finally {
    for (const stop of stopWatching) stop()
  }
}
