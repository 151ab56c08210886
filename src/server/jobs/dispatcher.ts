import { claimDue, MAIL_DUE } from '#server/mail/outbox.ts'
import { type Sending, sendDelivery } from '#server/mail/send-delivery.ts'
import { inSpan } from '#server/traces/spans.ts'
import { type DueWork, startDueWork } from './due-work.ts'

/** Deliveries that an instance sends at once. */
const AT_ONCE = 4

/** Sends mails that are due on this instance. */
export const startDispatcher = (given: Omit<Sending, 'signal'>): DueWork =>
  startDueWork({
    db: given.db,
    log: given.log,
    atOnce: AT_ONCE,
    announced: MAIL_DUE,
    claim: (most) => claimDue(given.db, most),
    work: (claim, signal) => {
      const { id: deliveryId, traceParent: parent = null } = claim
      return inSpan('job mail', () => sendDelivery({ ...given, signal }, claim), { parent, deliveryId })
    },
    failure: 'cannot look for mails to send',
    lost: ({ id }) => [{ deliveryId: id }, 'lost a delivery, which is sent again later'],
  })
