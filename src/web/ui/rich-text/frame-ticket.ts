import { FRAME_TICKET_MINUTES, FRAME_TICKET_PATH, frameTicket } from '#contract/lib/frame-ticket.ts'
import { request } from '#web/lib/api/api.ts'
import { storedToken } from '#web/lib/api/token.ts'

/** The ticket in hand, of which session it is, and when to get another one (ms): at half of its time, so that it always works. */
let inHand: { token: string | null; until: number; ticket: Promise<string> } | null = null

/** What the server shows our HTML with. */
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
