import { STYLE } from './style.ts'

/** The style sheet of the page of an offer. */
export const OFFER_STYLE = `${STYLE}
.options { display: grid; gap: 20px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr)); margin: 0 0 24px }
.option { display: flex; flex-direction: column; margin: 0 }
.option form { margin-top: auto; padding-top: 16px }
.chosen { border-color: #2e7d32 }
.panel > p:last-child { margin-bottom: 0 }
.total { font-size: 26px; font-weight: 650; margin: 0 0 4px; font-variant-numeric: tabular-nums }
.amount { text-align: right; padding-right: 0; font-variant-numeric: tabular-nums; white-space: nowrap }
.note { white-space: pre-line; max-width: 70ch }
.hidden { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
.problem { color: #b42318 }
.there { border-left: 4px solid #2e7d32 }
.wrong { border-left: 4px solid #b42318 }
summary { cursor: pointer; font-weight: 600; min-height: 24px }
details.panel form { margin-top: 12px; flex-direction: column; align-items: stretch }
details label { flex: none; width: 100%; max-width: 560px }
details button { align-self: start }
textarea, select { font: inherit; font-size: 16px; padding: 9px 12px; border-radius: 7px; border: 1px solid var(--dim); background: var(--page); color: inherit; width: 100%; min-height: 44px }
.quiet { background: none; color: var(--accent); border-color: var(--line) }
@media (prefers-color-scheme: dark) { .problem { color: #f4a29a } }
`
