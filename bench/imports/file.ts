/** Records that rows can name. */
export interface Places {
  clients: string[]
  depots: string[]
  destinations: string[]
  events: string[]
}

const HEADINGS = [
  ...[
    'Tracking Code',
    'Client email',
    'Date',
    'Status',
    'Shipment trade terms',
    'Origin',
    'Destination',
    'Volume, CBM',
  ],
  ...[
    'Weight, KG',
    'Transport cost, USD',
    'Description of goods',
    "Shipper's company name",
    "Shipper's company address",
  ],
  ...["Shipper's person in charge", "Shipper's email", "Shipper's phone", 'Shipment purchase reference', 'Events'],
  ...['Estimated time of departure', 'Estimated time of arrival at port', 'Vessel voyage'],
]
const DAY_MS = 86_400_000
const YEARS_MS = 3 * 365 * DAY_MS

const pick = (all: readonly string[], n: number) => all[n % all.length] ?? ''
const letters = (n: number) =>
  [17576, 676, 26, 1].map((unit) => String.fromCharCode(65 + (Math.floor(n / unit) % 26))).join('')

/**
 * A CSV file of `count` orders, as another program may export them: half have codes of ours, one in twenty is
 * in progress.
 */
export function manyRows(count: number, { clients, depots, destinations, events }: Places): string {
  const now = Date.now()
  const lines = [HEADINGS]
  for (let n = 0; n < count; n++) {
    const made = now - YEARS_MS + Math.floor((YEARS_MS * n) / count)
    const at = (days: number) => new Date(Math.min(made + days * DAY_MS, now)).toISOString()
    const code =
      n % 2 === 0 ? `${letters(n + 1_000)}${String(n % 10_000).padStart(4, '0')}7777` : `OLD/${2020 + (n % 5)}/${n}`
    const history = events.slice(0, 3).map((event, index) => `${event} @ ${at(index * 7)}`)
    lines.push([
      ...[code, pick(clients, n * 7), at(0), n % 20 === 0 ? 'In progress' : 'Completed', 'Drop-Off by Supplier'],
      ...[
        pick(depots, n),
        pick(destinations, n * 3),
        `${1 + (n % 14)}.5`,
        `${200 + (n % 4000)}`,
        `${300 + (n % 900)}.50`,
      ],
      ...[
        'General cargo',
        `Factory ${n % 500}`,
        `${n % 500} Industrial Rd, Ningbo`,
        'Wang Lei',
        `factory${n % 500}@bulk.example`,
      ],
      ...['8657455500000', `PO-${n}`, history.join('; '), at(10).slice(0, 10), at(30).slice(0, 10), `${n % 90}E`],
    ])
  }
  return lines.map((cells) => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')).join('\n')
}
