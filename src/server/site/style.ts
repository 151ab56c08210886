import { createHash } from 'node:crypto'

/** The style sheet of the site. */
export const STYLE = `
:root { color-scheme: light dark; --page: #f7f8f9; --card: #fff; --text: #1b2026; --dim: #5c6671; --line: #dde1e6; --accent: #19659a; --on-accent: #fff }
@media (prefers-color-scheme: dark) {
  :root { --page: #15181c; --card: #1d2126; --text: #d9dde2; --dim: #98a2ad; --line: #2f363d; --accent: #86bbdd; --on-accent: #0b0d0f }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.bar { background: var(--card); border-bottom: 1px solid var(--line) }
.bar > div, main, footer { max-width: 1040px; margin: 0 auto; padding: 0 20px }
.bar > div { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: center; min-height: 60px }
.brand { display: inline-flex; gap: 10px; align-items: center; font-weight: 650; font-size: 18px; color: inherit; text-decoration: none; margin-right: auto; padding: 6px 0 }
.brand img { width: 28px; height: 28px }
nav { display: flex; gap: 20px }
nav a { padding: 8px 0; color: inherit; text-decoration: none }
nav a:hover { text-decoration: underline }
nav a[aria-current] { color: var(--accent); font-weight: 600 }
main { padding-top: 28px; padding-bottom: 56px }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 8px }
h2 { font-size: 20px; margin: 40px 0 16px }
.panel h2:first-child { margin-top: 0 }
.lead, .dim { color: var(--dim) }
.lead { margin: 0 0 24px; max-width: 60ch }
.dim { font-size: 14px }
.cards { display: grid; gap: 20px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); list-style: none; margin: 0; padding: 0 }
.cards li { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; position: relative }
.cards img { display: block; width: 100%; aspect-ratio: 1415 / 545; height: auto; object-fit: cover; background: var(--line) }
.cards div { padding: 14px 16px 18px }
.cards h3 { font-size: 17px; line-height: 1.35; margin: 0 0 6px }
.cards h3 a { color: inherit; text-decoration: none }
.cards h3 a::after { content: ""; position: absolute; inset: 0 }
.cards li:hover h3 a { text-decoration: underline }
.cards p { margin: 0 0 8px }
.panel { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 20px; margin: 0 0 24px }
.notice { border-left: 4px solid var(--accent) }
.pages { display: flex; gap: 16px; align-items: center; margin-top: 14px }
.pages a { padding: 8px 0; min-height: 24px }
form { display: flex; flex-wrap: wrap; gap: 10px; align-items: end }
label { display: grid; gap: 4px; font-size: 14px; flex: 0 1 300px; min-width: 0 }
input, button { font: inherit; padding: 9px 12px; border-radius: 7px; border: 1px solid var(--dim); min-width: 0 }
input { background: var(--page); color: inherit; width: 100%; font-size: 16px; min-height: 44px }
input[type=file] { font-size: 14px }
input::file-selector-button { font: inherit; font-size: 14px; font-weight: 600; margin-right: 12px; padding: 6px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: var(--accent); cursor: pointer }
button:disabled { opacity: .6; cursor: default }
button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; min-height: 44px; padding-inline: 20px; cursor: pointer }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 8px 20px; margin: 0 }
dt { color: var(--dim) }
dd { margin: 0 }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: 15px }
th, td { text-align: left; padding: 10px 14px 10px 0; border-bottom: 1px solid var(--line); vertical-align: top }
th { font-size: 13px; color: var(--dim); font-weight: 600; white-space: nowrap }
.code { font-variant-numeric: tabular-nums; white-space: nowrap }
.orders { overflow-wrap: break-word }
.orders :is(td:nth-child(2), td:last-child) { white-space: nowrap }
article { max-width: 760px; margin: 0 auto }
article .picture { display: block; width: 100%; height: auto; border-radius: 10px; margin: 20px 0 }
article img { max-width: 100%; height: auto }
.text h2 { font-size: 22px; margin: 36px 0 12px }
.text h3 { font-size: 18px; margin: 28px 0 10px }
.text :is(h4, h5, h6) { font-size: 16px; margin: 24px 0 8px }
.text > :first-child { margin-top: 0 }
.text li { margin: 4px 0 }
.text blockquote { margin: 20px 0; padding: 2px 0 2px 18px; border-left: 4px solid var(--line); color: var(--dim) }
.text figure { margin: 20px 0 }
.text figcaption { color: var(--dim); font-size: 14px }
.text hr { border: 0; border-top: 1px solid var(--line); margin: 28px 0 }
.text pre { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: 12px 14px; font-size: 14px }
.text code { background: var(--card); border: 1px solid var(--line); border-radius: 4px; padding: 1px 4px; font-size: 14px }
.text pre code { background: none; border: 0; padding: 0 }
.text mark { background: #ffe9a8; color: #1b2026 }
.text dl { margin: 16px 0 }
.text table { margin: 16px 0; max-width: 100% }
.text th { border-bottom-width: 2px }
@media (prefers-color-scheme: dark) {
  .text:has([style*="color:"]) { color-scheme: light; --page: #fff; --card: #f7f8f9; --text: #1b2026; --dim: #5c6671; --line: #dde1e6; --accent: #19659a; background: var(--page); color: var(--text); border-radius: 10px; padding: 20px }
}
.shipment h3 { font-size: 16px; margin: 28px 0 12px }
.shipment .next { font-size: 18px; margin: 0; max-width: 60ch }
.parts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); column-gap: 40px }
.line { list-style: none; margin: 0; padding: 0 }
.line li { position: relative; padding: 0 0 18px 32px }
.line li:last-child { padding-bottom: 0 }
.line li::before { content: ""; position: absolute; left: 2px; top: 5px; width: 10px; height: 10px; border: 2px solid var(--dim); border-radius: 50% }
.line li::after { content: ""; position: absolute; left: 8px; top: 19px; bottom: -5px; width: 2px; background: var(--line) }
.line li:last-child::after { content: none }
.line .done::before { background: var(--accent); border-color: var(--accent) }
.line .done:not([aria-current])::after { background: var(--accent) }
.line [aria-current]::before { outline: 2px solid var(--accent); outline-offset: 2px }
.line [aria-current]::after { top: 23px }
.line strong { display: block; font-weight: 500 }
.line .done strong { font-weight: 600 }
.line span { color: var(--dim) }
.documents { margin: 0; padding-left: 20px }
.documents li { margin: 0 0 6px }
.panel form { margin: 0 }
footer { padding-top: 20px; padding-bottom: 32px; color: var(--dim); font-size: 14px }
@media (max-width: 560px) {
  .bar > div { padding-block: 8px 4px }
  main { padding-top: 20px }
  .text table { display: block; overflow-x: auto; overflow-wrap: normal }
  dl { grid-template-columns: 1fr; gap: 2px } dd { margin-bottom: 10px }
  .orders thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
  .orders tr { display: block; border-bottom: 1px solid var(--line); padding: 10px 0 }
  .orders td { display: flex; gap: 12px; border: 0; padding: 2px 0 }
  .orders td::before { content: attr(data-label); color: var(--dim); flex: 0 0 96px }
}
`

/** Names the style sheet's content in its address, so that browsers may keep it. */
export const STYLE_VERSION = createHash('sha256').update(STYLE).digest('hex').slice(0, 12)
