import { formatZoned } from '#contract/lib/format.ts'
import { LINE_BREAKS } from '#contract/lib/text.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import type { Db } from '#server/db/client.ts'
import { escapeHtml, escapeLines } from '#server/html/escape-html.ts'
import type { RenderedMail } from '#server/mail/render-mail.ts'
import { type MailedOrder, readMailedOrder } from './order-facts.ts'

/** A mail to the supplier of an order. */
interface SupplierMail {
  rendered: RenderedMail
  to: { name: string; address: string }
}

/** The facts by which a supplier knows the cargo. Nothing about price, client contact or tracking is among them. */
function factsOf({ order, confirmation, sailing }: MailedOrder, timeZone: string): [string, string][] {
  const vessel = sailing ? [sailing.vessel, sailing.voyage] : [confirmation?.vessel, confirmation?.vesselVoyage]
  const facts: [string, string][] = [
    ['Shipment', formatTrackingCode(order.trackingCode)],
    ['Client', order.companyName],
    ['Origin', order.cityName],
    ['Vessel', vessel.filter(Boolean).join(' ')],
    ['Cargo cut-off', formatZoned(confirmation?.cargoCutOffAt, timeZone)],
  ]
  return facts.filter(([, value]) => value !== '')
}

/**
 * The mail that asks the supplier of an order for its cargo: the message, and the facts of the shipment. Its
 * text is staff's own and no template, since templates are written to clients and may have their links. Throws
 * 404.
 */
export async function composeSupplierMail(
  db: Db,
  { orderId, message, timeZone }: { orderId: number; message: string; timeZone: string },
): Promise<SupplierMail> {
  const found = await readMailedOrder(db, orderId)
  const { namePersonCharge, companyNameShipper, emailShipper, trackingCode } = found.order
  const facts = factsOf(found, timeZone)
  const greeting = namePersonCharge === '' ? 'Hello,' : `Dear ${namePersonCharge},`
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:2px 16px 2px 0;color:#5c6671">${name}</td><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`,
  )
  const html = `<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="font-family:sans-serif;font-size:14px;line-height:1.5">
<p>${escapeHtml(greeting)}</p>
<p>${escapeLines(message)}</p>
<table style="border-collapse:collapse">
${rows.join('\n')}
</table>
</body></html>
`
  const lines = [greeting, message.replaceAll(LINE_BREAKS, '\n'), facts.map((fact) => fact.join(': ')).join('\n')]
  return {
    rendered: { subject: `Cargo of ${formatTrackingCode(trackingCode)}`, html, text: `${lines.join('\n\n')}\n` },
    to: { name: namePersonCharge || companyNameShipper, address: emailShipper },
  }
}
