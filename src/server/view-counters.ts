import { countArrivals } from '#server/arrivals/read-arrivals.ts'
import { countOffers } from '#server/offers/read-offers.ts'
import { countOrders } from '#server/orders/list/select-orders.ts'
import { countSailings } from '#server/sailings/read-sailings.ts'
import { countAudit } from './audit/read-audit.ts'
import { countClients } from './clients/list-clients.ts'
import { countMails } from './mail/read-mails.ts'
import type { ViewCounters } from './views/count-views.ts'

/** Functions that count the rows of each list for its views. */
export const VIEW_COUNTERS: ViewCounters = {
  orders: countOrders,
  clients: countClients,
  mails: countMails,
  audit: countAudit,
  sailings: countSailings,
  offers: countOffers,
  arrivals: countArrivals,
}
