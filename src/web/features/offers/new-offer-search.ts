import { z } from 'zod'

const id = z.coerce.number().int().positive().optional().catch(undefined)

/** Search params of a new offer: the client that it is for, and the quote request that it prices. */
export const newOfferSearch = z.object({ clientId: id, orderId: id })
