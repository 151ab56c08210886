import { z } from 'zod'
import { secretText } from './secret-texts.ts'

export const FRAME_TICKET_PATH = 'user/frame-ticket'
/** Minutes for which a ticket works, as often as one likes. */
export const FRAME_TICKET_MINUTES = 10

/** What a page of the back office shows HTML with, in a frame of its own. */
export const frameTicket = z.object({ ticket: secretText() })

/** Where a page posts the HTML that it shows: as the only field, `html`, of a text/plain form. */
export const frameAddress = (ticket: string) => `/frame?ticket=${encodeURIComponent(ticket)}`
