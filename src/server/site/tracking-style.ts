/** The style of a shipment on the tracking page. */
export const TRACKING_STYLE = `
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
`
