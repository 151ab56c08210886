import type { ToolName } from '#contract/integrations/mcp/tools.ts'
import type { Does } from './caller.ts'
import { calculateQuote, listAttention, listOffers, listSailings } from './list-tools.ts'
import { draftReply, listMail } from './mail-tools.ts'
import { findOrders, getOrder, track } from './order-tools.ts'
import { addNote, draftEvent } from './writing-tools.ts'

/** The work of each tool. */
export const DOES: { [Name in ToolName]: Does<Name> } = {
  find_orders: findOrders,
  get_order: getOrder,
  track,
  list_attention: listAttention,
  calculate_quote: calculateQuote,
  list_sailings: listSailings,
  list_offers: listOffers,
  list_mail_in: listMail,
  draft_reply: draftReply,
  draft_event: draftEvent,
  add_note: addNote,
}
