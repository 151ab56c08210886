import type { FieldErrors } from '#contract/lib/envelope.ts'
import { formatDays, formatDeadline, formatMoney } from '#contract/lib/format.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { cargoInWords } from '#contract/offers/cargo-of.ts'
import { DECLINE_REASON_LABELS } from '#contract/offers/offer-codes.ts'
import type { OfferAction } from '#contract/offers/offer-page.ts'
import type { Offer, OfferOption } from '#contract/offers/offers.ts'
import { type Html, html } from './html.ts'
import { layout, messagePage } from './layout.ts'

const personal = 'offer'

/** What was sent by a form of the page, and what is wrong with it. */
export interface Sent {
  action: OfferAction
  values: Readonly<Record<string, string>>
  errors: FieldErrors
}

interface Shown {
  token: string
  offer: Offer
  timeZone: string
  /** A form that is shown again as it was typed. */
  sent?: Sent | null
  /** What has just been done. */
  done?: string | null
  /** Why what was pressed did not do anything. */
  refused?: string
}

const address = (token: string) => `/site/offer/${token}`

/** The control of a field, with what was typed. `wrong` marks it, and leads the reader to it. */
type Control = (value: string, wrong: Html | null) => Html

/** A field of a form, with what is wrong with it. */
function field(sent: Sent | null, action: OfferAction, name: string, label: string, control: Control): Html {
  const mine = sent?.action === action ? sent : null
  const error = mine?.errors[name]
  // The first wrong field of a form: without scripts, this alone scrolls to it.
  const isFirst = mine && Object.keys(mine.errors)[0] === name
  const wrong = error ? html` aria-invalid="true"${isFirst ? html` autofocus` : null}` : null
  return html`<label>${label}${control(mine?.values[name] ?? '', wrong)}${error ? html`<strong class="problem" role="alert">${error}</strong>` : null}</label>`
}

const textInput =
  (name: string, max: number, more: Html | null = null): Control =>
  (value, wrong) =>
    html`<input name="${name}" maxlength="${max}" value="${value}" required${more}${wrong}>`
const textArea =
  (name: string, required: boolean): Control =>
  (value, wrong) =>
    html`<textarea name="${name}" maxlength="1000" rows="3"${required ? html` required` : null}${wrong}>${value}</textarea>`

const amount = (price: number | null) => (price === null ? 'To be confirmed' : `US ${formatMoney(price)}`)

function optionPanel(option: OfferOption, { token, offer, sent = null }: Shown): Html {
  const { id, label, lines, price, days, chosen } = option
  const ofThis = sent?.action === 'accept' && sent.values.optionId === String(id) ? sent : null
  const rows = lines.map(
    ({ label: charge, amount: usd }) => html`<tr><td>${charge}</td><td class="amount">${formatMoney(usd)}</td></tr>`,
  )
  const accepts = offer.state === 'sent' && price !== null
  const cargo = cargoInWords(option)
  return html`<section class="panel option${chosen ? ' chosen' : ''}" aria-labelledby="option-${id}"><h2 id="option-${id}">${label}</h2>
<p class="total">${amount(price)}</p>
${(cargo !== '' || days !== null) && html`<p class="dim">${cargo !== '' ? `For ${cargo}` : ''}${cargo !== '' && days !== null && html`<br>`}${days === null ? '' : `About ${formatDays(days)} from origin to destination`}</p>`}
${lines.length > 0 && html`<table><caption class="hidden">What the price is made of, in USD</caption><tbody>${rows}</tbody></table>`}
${
  accepts &&
  html`<form method="post" action="${address(token)}"><input type="hidden" name="optionId" value="${id}">
${field(ofThis, 'accept', 'name', 'Your name', textInput('name', 50, html` autocomplete="name"`))}
<button name="action" value="accept">Accept this</button></form>`
}</section>`
}

/** What has become of the offer, above its options. */
function standing({ offer, timeZone }: Shown): Html {
  const { state, validUntil, answeredName, answeredAt, options, declineReason } = offer
  const chosen = options.find((option) => option.chosen)
  if (state === 'accepted')
    return html`<div class="panel there" role="status"><h2>Accepted, thank you</h2>
<p>${answeredName} accepted ${chosen ? html`<strong>${chosen.label}</strong> for <strong>${amount(chosen.price)}</strong>` : null} on ${formatDeadline(answeredAt, timeZone)}. We will get in touch about what comes next.</p></div>`
  if (state === 'declined')
    return html`<div class="panel notice" role="status"><h2>You declined this offer</h2>
<p>${declineReason ? `Reason: ${DECLINE_REASON_LABELS[declineReason].toLowerCase()}. ` : ''}If something changes, ask us below.</p></div>`
  if (state === 'expired')
    return html`<div class="panel wrong" role="status"><h2>This offer has expired</h2><p>It was valid until ${formatDeadline(validUntil, timeZone)}. We can give you today’s price.</p></div>`
  return html`<p class="lead">Valid until <strong>${formatDeadline(validUntil, timeZone)}</strong></p>`
}

function newPriceForm({ token, offer }: Shown): Html {
  const button =
    offer.state === 'expired'
      ? html`<button name="action" value="new-price">Ask for a new price</button>`
      : html`<button class="quiet" name="action" value="new-price">Ask for another price</button>`
  return html`<form method="post" action="${address(token)}">${button}</form>`
}

function questionForm({ token, sent = null, offer }: Shown): Html {
  return html`<details class="panel"${sent?.action === 'question' ? html` open` : null}><summary>Ask a question</summary>
<p class="dim">${offer.owner.name} looks after this offer.</p>
<form method="post" action="${address(token)}">
${field(sent, 'question', 'name', 'Your name', textInput('name', 50, html` autocomplete="name"`))}
${field(sent, 'question', 'message', 'Your question', textArea('message', true))}
<button name="action" value="question">Send the question</button></form></details>`
}

function declineForm({ token, sent = null }: Shown): Html {
  const reasons = keysOf(DECLINE_REASON_LABELS).map(
    (reason) =>
      html`<option value="${reason}"${sent?.values.reason === reason ? html` selected` : null}>${DECLINE_REASON_LABELS[reason]}</option>`,
  )
  return html`<details class="panel"${sent?.action === 'decline' ? html` open` : null}><summary>Decline</summary>
<form method="post" action="${address(token)}">
${field(sent, 'decline', 'reason', 'What was the reason?', (_, wrong) => html`<select name="reason"${wrong}>${reasons}</select>`)}
${field(sent, 'decline', 'note', 'Anything else', textArea('note', false))}
<button name="action" value="decline">Decline the offer</button></form></details>`
}

/** The page of an offer: its options side by side, and what can be answered. Works without scripts. */
export function offerPage(shown: Shown): string {
  const { offer, token, done, refused } = shown
  const { reference, company, name, note, options, state } = offer
  const waiting = state === 'sent'
  const body = html`<h1>Offer ${reference}</h1>
<p class="dim">For ${[name, company].filter(Boolean).join(', ')}</p>
${done ? html`<div class="panel there" role="status"><p>${done}</p></div>` : null}
${refused ? html`<div class="panel wrong" role="alert"><p>${refused}</p></div>` : null}
${standing(shown)}
${note !== '' && html`<p class="note">${note}</p>`}
<div class="options">${options.map((option) => optionPanel(option, shown))}</div>
${(waiting || state === 'expired') && html`<div class="panel">${newPriceForm(shown)}</div>`}
${questionForm(shown)}
${waiting && declineForm(shown)}
${waiting && offer.seenAt === null && html`<form method="post" action="${address(token)}"><button class="quiet" name="action" value="seen">Let us know that you have seen it</button></form>`}
<p class="dim">Duties, taxes and storage are not included. This link is for you: whoever has it can accept the offer, and we confirm that by email to you.</p>`
  return layout({ title: `Offer ${reference}`, body, personal })
}

/** The page of a link that shows no prices any more. */
export const goneOfferPage = () =>
  messagePage(
    { title: 'This offer is no longer open', personal },
    'We withdrew or replaced it, or this link is too old. Please use the newest email about it, or get in touch with us.',
  )

/** A page that says why something did not work, with the way back to the offer. */
export const offerMessage = (title: string, text: string, token?: string) =>
  messagePage(
    { title, personal },
    text,
    token !== undefined && html`<p><a href="${address(token)}">Back to the offer</a></p>`,
  )
