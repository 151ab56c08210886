import { z } from 'zod'
import { secretText } from './secret-texts.ts'

export const FRAME_TICKET_PATH = 'user/frame-ticket'
/** Minutes for which a ticket works, any number of times. */
export const FRAME_TICKET_MINUTES = 10

/** The ticket with which a page of the back office shows HTML in a frame of its own origin. */
export const frameTicket = z.object({ ticket: secretText() })

/** The address to which a page posts the HTML it shows: as the only field, `html`, of a text/plain form. */
export const frameAddress = (ticket: string) => `/frame?ticket=${encodeURIComponent(ticket)}`
