import { callKey, resourceCalls } from '#contract/api/call.ts'
import { RESOURCES } from '#contract/api/resources.ts'
import {
  CARRIER_EVENT_PATH,
  DCSA_3_PATH,
  TAKE_EDI_PATH,
  TAKE_EVENTS_PATH,
} from '#contract/carrier-events/carrier-event-rows.ts'
import type { Scope } from '#contract/integrations/api-keys.ts'
import { DCSA_PATH } from '#contract/integrations/dcsa-events.ts'
import { MCP_PATH } from '#contract/integrations/mcp/path.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import { MAIL_IN_PATH } from '#contract/mail-in/mail-in.ts'

/** Calls that do something with a mail that came in. */
const MAIL_IN_VERBS = [
  ...['claim', 'release', 'snooze', 'close', 'ignore', 'reopen', 'link', 'unlink', 'reply'],
  ...['files/{fid}/file', 'files/{fid}/ignore'],
].map((verb) => `${MAIL_IN_PATH}/{id}/${verb}`)

type Noun = 'orders' | 'clients' | 'reference' | 'content' | 'mail' | 'offers' | 'inbox' | 'tracking'

/** The scope by the method alone; CALLS has the exceptions. */
const byMethod = (method: string, noun: Noun) => `${noun}:${method === 'GET' ? 'read' : 'write'}` as Scope

/** Nouns by path below /api: GET needs `:read` of each, all other methods `:write`. */
const PATHS: Record<string, Noun | readonly Noun[]> = {
  'request/booking': 'orders',
  'request/booking/get_all': 'orders',
  'request/booking/search': 'orders',
  'request/booking/export': 'orders',
  'request/booking/get/{id}': 'orders',
  'request/booking/get/user/{id}': 'orders',
  'request/booking/edit/{id}': 'orders',
  'request/booking/{id}/confirmation/edit': 'orders',
  'request/booking/{id}/in-charge': 'orders',
  'request/booking/{id}/carries': 'orders',
  'request/booking/{id}/document_exchange': 'orders',
  'request/booking/{id}/documents': 'orders',
  'request/booking/{id}/made-documents': 'orders',
  'request/booking/{id}/notes': 'orders',
  'request/booking/{id}/notes/{noteId}': 'orders',
  'request/booking/{id}/attention': 'orders',
  'request/booking/{id}/requirements': 'orders',
  'request/booking/{id}/requirements/{requirementId}': 'orders',
  'request/booking/{id}/requirements/ask': 'orders',
  arrivals: 'orders',
  'arrivals/export': 'orders',
  'request/booking/{id}/free-times': 'orders',
  'request/booking/{id}/possible-charges': 'orders',
  'request/booking/{id}/release': 'orders',
  'request/booking/{id}/release/complete': 'orders',
  'request/booking/{id}/upload-links/{linkId}': 'orders',
  'request/booking/{id}/tracking-links': 'orders',
  'request/booking/{id}/tracking-links/{linkId}': 'orders',
  'request/quote': 'orders',
  'request/event/data/add': 'orders',
  'request/event/data/{id}': 'orders',
  'request/event/entry/{entryId}': 'orders',
  'request/event/entry/{entryId}/undo': 'orders',
  'request/event/entry/{entryId}/withdraw': 'orders',
  'document/category/get_all': 'orders',
  'document/{id}/download': 'orders',
  'admin/document/upload/{id}': 'orders',
  'container/{id}/made-documents': 'orders',
  attention: 'orders',
  'attention/counts': 'orders',
  'attention/figures': 'orders',
  'attention/figures/{figure}': 'orders',
  'attention/charts': 'orders',
  'attention/claim': 'orders',
  'attention/release': 'orders',
  'attention/snooze': 'orders',
  'attention/waive': 'orders',
  'attention/{id}/claim': 'orders',
  'attention/{id}/release': 'orders',
  'attention/{id}/snooze': 'orders',
  'attention/{id}/waive': 'orders',
  'attention/{id}/unwaive': 'orders',
  [DCSA_PATH]: 'orders',

  'admin/user': 'clients',
  'admin/user/export': 'clients',
  'admin/user/{id}': 'clients',
  'user/{id}': 'clients',
  registration: 'clients',
  'user/{id}/shipper_information': 'clients',
  'user/{id}/shipper_information/edit/{companyId}': 'clients',
  'user/{id}/shipper_information/get_all': 'clients',

  'sailing/candidates': ['reference', 'orders'],
  'sailing/fitting': ['reference', 'orders'],
  'sailing/{id}/copy': ['reference'],
  'sailing/{id}/closing': ['reference', 'orders'],
  'sailing/{id}/orders': ['reference', 'orders'],
  'sailing/{id}/orders/{orderId}': ['reference', 'orders'],
  'sailing/{id}/received': ['reference', 'orders'],
  'sailing/{id}/roll': ['reference', 'orders'],
  'sailing/{id}/take-over': ['reference', 'orders'],
  'sailing/{id}/manifest': ['reference', 'orders'],
  'sailing/{id}/free-times': ['reference', 'orders'],
  'container/{id}/free-times': 'reference',
  'sailing/{id}/date-change': ['reference', 'orders'],
  'vessel/{id}/voyages': ['reference', 'orders'],
  'vessel/{id}/voyages/{voyage}/date-change': ['reference', 'orders'],
  'document-requirement/{id}/apply': ['reference', 'orders'],
  delivery: 'reference',
  'delivery/export': 'reference',
  'delivery/import/check': 'reference',
  'delivery/import/apply': 'reference',
  'delivery/import/refused': 'reference',
  'rate-history': 'reference',
  'rate-set/{id}/diff': 'reference',
  'rate-set/{id}/changes': 'reference',
  'rate-set/{id}/schedule': 'reference',
  'rate-set/{id}/apply': 'reference',
  'rate-set/{id}/cancel': 'reference',
  'rate-set/{id}/undo': 'reference',
  'rate-set/{id}/import/check': 'reference',
  'rate-set/{id}/import/apply': 'reference',
  'rate-set/{id}/import/refused': 'reference',
  'value/freight/values': 'reference',
  'value/freight/import/check': 'reference',
  'value/freight/import/apply': 'reference',
  'value/freight/import/refused': 'reference',
  'admin/pick-up-location/import/check': 'reference',
  'admin/pick-up-location/import/apply': 'reference',
  'admin/pick-up-location/import/refused': 'reference',
  'admin/pick-up-location/{id}/edit': 'reference',
  'value/cartage-cartegory': 'reference',
  'value/cartage-cartegory/get_all': 'reference',
  'admin/value/cartage-cartegory': 'reference',
  'admin/value/cartage-cartegory/get_all': 'reference',
  'admin/value/origin': 'reference',
  'admin/value/origin/get_all': 'reference',
  'value/cartage/uniq_destination': 'reference',
  'value/cartage/uniq_destination/get_all': 'reference',

  'offer/{id}/send': 'offers',
  'offer/{id}/follow-up': 'offers',
  'offer/{id}/withdraw': 'offers',
  'offer/{id}/replace': 'offers',
  'offer/{id}/accept-for-client': ['offers', 'orders'],
  'offer/{id}/snapshot': 'offers',
  'offer/{id}/pdf': 'offers',
  'offer/{id}/questions': 'offers',
  'offer/{id}/questions/close': 'offers',
  'report/offers': 'offers',
  'report/offers/export': 'offers',
  quote: 'orders',

  'article/position': 'content',
  'images/upload': 'content',
  'images/editor_list': 'content',

  'admin/mail': 'mail',
  'admin/mail/{id}': 'mail',

  [MAIL_IN_PATH]: 'inbox',
  [`${MAIL_IN_PATH}/raw`]: 'inbox',
  [`${MAIL_IN_PATH}/{id}`]: 'inbox',
  [`${MAIL_IN_PATH}/{id}/thread`]: 'inbox',
  [`${MAIL_IN_PATH}/{id}/raw`]: 'inbox',
  [`${MAIL_IN_PATH}/{id}/files/{fid}/download`]: 'inbox',
  'request/booking/{id}/mails': 'inbox',
  ...recordOf(MAIL_IN_VERBS, () => 'mail' as const),

  [TAKE_EVENTS_PATH]: 'tracking',
  [TAKE_EDI_PATH]: 'tracking',
  [DCSA_3_PATH]: 'tracking',
  [CARRIER_EVENT_PATH]: 'tracking',
  [`${CARRIER_EVENT_PATH}/{id}`]: 'tracking',
  'sailing/{id}/carrier-events': 'tracking',
  [`${CARRIER_EVENT_PATH}/{id}/apply`]: 'reference',
  [`${CARRIER_EVENT_PATH}/{id}/ignore`]: 'reference',
  [`${CARRIER_EVENT_PATH}/{id}/match`]: 'reference',
}

/** Scopes of the calls whose method misleads. */
const CALLS: Record<string, readonly Scope[]> = {
  'GET request/booking/resend/{id}': ['orders:write'],
  'POST request/booking/resend/{id}': ['orders:write'],
  'POST request/booking/export': ['orders:read'],
  'POST request/booking/{id}/requirements/ask/preview': ['orders:read', 'content:read'],
  // A tool asks for its own scopes.
  [`POST ${MCP_PATH}`]: [],
  // A kind of run names its scopes, and the call asks for those.
  'GET runs': [],
  'POST runs': [],
  'POST runs/preview': [],
  'GET runs/{id}': [],
  'GET runs/{id}/items': [],
  'GET runs/{id}/export': [],
  'POST runs/{id}/stop': [],
  'POST runs/{id}/retry': [],
  'POST runs/{id}/undo': [],
  'POST import/orders/check': ['orders:write'],
  'POST import/clients/check': ['clients:write'],
  // The file decides: the call asks for orders:write or clients:write.
  'GET import/{id}': [],
  'GET import/{id}/problems': [],
  'GET import/{id}/problems/export': [],
  'POST import/{id}/check': [],
  'POST import/{id}/apply': [],
  'POST import/{id}/undo': [],
  'POST search/codes': ['orders:read'],
  'POST calculator/pick-up_from_supplier': ['orders:read'],
  'POST calculator/drop-off_by_supplier': ['orders:read'],
  'POST calculator/supplier_is_responsible_for_all_origin_fees': ['orders:read'],
  'POST sailing/{id}/date-change/preview': ['reference:read', 'orders:read'],
  'POST vessel/{id}/voyages/{voyage}/date-change/preview': ['reference:read', 'orders:read'],
  'POST value/constant/{id}/sample_quotes': ['reference:read'],
  'GET offer/{id}/book': ['offers:read', 'orders:write', 'clients:write'],
  'POST offer/{id}/book': ['offers:write', 'orders:write', 'clients:write'],
  'POST rate-set/{id}/simulate': ['reference:read'],
  'GET template/email/{templateId}/preview/{orderId}': ['content:read', 'orders:read'],
  'POST template/email/{templateId}/preview/{orderId}': ['content:read', 'orders:read'],
  'POST template/email/live_preview': ['content:read', 'orders:read'],
}

const ofResources = RESOURCES.flatMap(({ path, scope }) =>
  scope === null
    ? []
    : Object.keys(resourceCalls(path, '', '')).map(
        (key) => [key, [byMethod(key.split(' ', 1)[0] ?? '', scope)]] as const,
      ),
)
const NOUNS = new Map(Object.entries(PATHS))
const DECLARED: ReadonlyMap<string, readonly Scope[]> = new Map([...ofResources, ...Object.entries(CALLS)])

/**
 * The scopes, all of them, that an API key needs for a call. Null if the call is closed to keys, as every
 * undeclared one is.
 */
export function scopesOfCall(method: string, path: string): readonly Scope[] | null {
  const key = callKey(method, path)
  const declared = DECLARED.get(key)
  if (declared) return declared
  const nouns = NOUNS.get(key.slice(key.indexOf(' ') + 1))
  return nouns === undefined ? null : [nouns].flat().map((noun) => byMethod(method, noun))
}
