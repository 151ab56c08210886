import { loadingReply } from '#contract/sailings/loadings.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { request } from '#web/lib/api/api.ts'

/** Gives the booking confirmations of orders their sailing's values, wherever they differ. */
export const takeOverSailing = (sailingId: number, orderIds: readonly number[]) =>
  request(loadingReply, `${sailings.path}/${sailingId}/take-over`, { method: 'POST', body: { orderIds } })
