const LABEL = 'border-bottom:1px solid #dde3e9;color:#5c6b7a;'
const VALUE = 'border-bottom:1px solid #dde3e9;'

function row(label: string, value: string): string {
  return `  <tr>
    <td width="42%" style="${LABEL}">${label}</td>
    <td style="${VALUE}">${value}</td>
  </tr>`
}

/** A row that appears only if its variable has a value. */
function rowIf(variable: string, label: string, value = `{{ ${variable} }}`): string {
  return `  {% if ${variable} %}\n${row(label, value)}\n  {% endif %}`
}

/**
 * A row with the estimated date until the actual one is known. An empty date is printed too: whoever sends
 * the mail is warned of it.
 */
function milestone(label: string, estimated: string, actual: string): string {
  const planned = `{{ ${estimated} }}{% if ${estimated} %} (estimated){% else %}to be advised{% endif %}`
  const value = `{% if ${actual} %}<strong>{{ ${actual} }}</strong>{% else %}${planned}{% endif %}`
  return row(label, value)
}

function table(rows: readonly string[]): string {
  const attributes = 'role="presentation" width="100%" cellpadding="6" cellspacing="0" border="0"'
  return `<table ${attributes} style="border-collapse:collapse;font-size:14px;line-height:20px;">\n${rows.join('\n')}\n</table>`
}

const HEADER = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#1f4e79">
  <tr>
    <td class="cell" style="padding:18px 32px;background-color:#1f4e79;font-size:18px;font-weight:bold;letter-spacing:1px;color:#ffffff;">QUAYSIDE</td>
    <td class="cell" align="right" style="padding:18px 32px;background-color:#1f4e79;font-size:12px;color:#c9d9e8;">{% if order.trackingCode %}{{ order.trackingCode }}{% else %}Freight forwarding{% endif %}</td>
  </tr>
</table>`

const FOOTER = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
  <tr>
    <td class="cell" style="padding:18px 32px 24px;border-top:1px solid #dde3e9;font-size:12px;line-height:18px;color:#5c6b7a;">
      Quayside Forwarding &middot; 800 Quayside Dr, New Westminster, BC<br>
      Questions? Call +1 604 555 0101, Monday to Friday.<br>
      <a href="{{ site.url }}" style="color:#1f4e79;">{{ site.url }}</a>
    </td>
  </tr>
</table>`

const ORDER_SUMMARY = table([
  row('Tracking code', '<strong>{{ order.trackingCode }}</strong>'),
  row('Mode', '{{ order.mode }}'),
  rowIf('order.origin', 'Origin'),
  rowIf('order.destination', 'Destination'),
  rowIf('order.description', 'Goods'),
  rowIf(
    'order.volume',
    'Volume and weight',
    '{{ order.volume }} CBM{% if order.weight %}, {{ order.weight }} kg{% endif %}',
  ),
  rowIf('order.purchase', 'Your reference'),
  rowIf(
    'order.shipmentId',
    'Amazon shipment',
    '{{ order.shipmentId }}{% if order.amazonRefId %} ({{ order.amazonRefId }}){% endif %}',
  ),
])

const MILESTONES = table([
  rowIf(
    'confirmation.vessel',
    'Vessel',
    '{{ confirmation.vessel }}{% if confirmation.voyage %} / {{ confirmation.voyage }}{% endif %}',
  ),
  rowIf('confirmation.portOfLoading', 'Port of loading'),
  milestone('Departure', 'confirmation.estimatedTimeOfDepartureAt', 'confirmation.actualTimeOfDepartureAt'),
  rowIf('confirmation.portOfDischarge', 'Port of discharge'),
  milestone(
    'Arrival at the port',
    'confirmation.portEstimatedTimeOfArrivalAt',
    'confirmation.portActualTimeOfArrivalAt',
  ),
  rowIf('confirmation.placeOfDelivery', 'Place of delivery'),
  milestone(
    'Arrival at the place of delivery',
    'confirmation.placeEstimatedTimeOfArrivalAt',
    'confirmation.placeActualTimeOfArrivalAt',
  ),
])

/** The HTML blocks; the id of each is its position in the list, from 1. */
export const BLOCKS = [
  { identifier: 'header', title: 'Header', content: HEADER },
  { identifier: 'footer', title: 'Footer', content: FOOTER },
  { identifier: 'orderSummary', title: 'Order summary', content: ORDER_SUMMARY },
  { identifier: 'milestoneTable', title: 'Milestone table', content: MILESTONES },
] as const
export type BlockName = (typeof BLOCKS)[number]['identifier']
