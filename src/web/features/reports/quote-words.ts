import type { ReportItem } from '#contract/reports/behind.ts'

/** The caller who asked for a quote: a member of staff, one of their API keys, or the client. */
export function askedBy({ quote, who }: ReportItem): string {
  if (!quote) return ''
  if (quote.askedBy === null) return who ? `${who} (client)` : 'Client or visitor'
  return quote.apiKey === null ? quote.askedBy : `${quote.askedBy}, API key ${quote.apiKey}`
}

/** The answer to a quote, in a sentence. */
export function answerOf({ usd, quote }: ReportItem): string {
  if (usd === null) return quote?.missing ?? 'This request is still awaiting a price.'
  return quote?.lines.length ? '' : 'The price was given as one sum, without lines.'
}
