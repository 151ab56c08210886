import { FRAME_TICKET_MINUTES, FRAME_TICKET_PATH, frameTicket } from '#contract/lib/frame-ticket.ts'
import { request } from '#web/lib/api/api.ts'
import { storedToken } from '#web/lib/api/token.ts'

/**
 * The current ticket, the session it belongs to, and when to get another one (ms): after half of its time, so
 * that it always works.
 */
let inHand: { token: string | null; until: number; ticket: Promise<string> } | null = null

/** A ticket with which the server shows our HTML. */
export function ticketForFrames(): Promise<string> {
  const token = storedToken.get()
  if (inHand?.token === token && Date.now() < inHand.until) return inHand.ticket
  const ticket = request(frameTicket, FRAME_TICKET_PATH).then((answer) => answer.ticket)
  inHand = { token, until: Date.now() + (FRAME_TICKET_MINUTES / 2) * 60_000, ticket }
  ticket.catch(() => {
    if (inHand?.ticket === ticket) inHand = null
  })
  return ticket
}
