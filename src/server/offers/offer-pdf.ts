import { createHash, randomUUID } from 'node:crypto'
import type { FieldErrors } from '#contract/lib/envelope.ts'
import { formatDate, formatDays, formatDeadline, formatMoney } from '#contract/lib/format.ts'
import { REQUIRED } from '#contract/lib/messages.ts'
import { cargoInWords } from '#contract/offers/cargo-of.ts'
import type { Offer, OfferOption } from '#contract/offers/offers.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { removeUnlessDone } from '#server/files/files.ts'
import { noteLooseFiles } from '#server/files/loose-files.ts'
import { safeFileName } from '#server/files/upload-type.ts'
import { readLogo } from '#server/made-documents/make-document.ts'
import { printedCompany } from '#server/made-documents/order-data.ts'
import type { Paper, PaperTable } from '#server/made-documents/paper.ts'
import { paperPages } from '#server/made-documents/paper-pages.ts'
import { makePdf } from '#server/pdf/make-pdf.ts'
import type { Services } from '#server/services.ts'
import { wrongState } from './lock-offer.ts'
import { offerReads } from './read-offers.ts'

type Needed = Pick<Services, 'db' | 'files' | 'config'>

/** Category of documents: other. */
const OTHER = 6

/** The rows of an option: its name and total, then its charges. */
const rowsOf = ({ label, lines, price, days, inputs }: OfferOption): string[][] => [
  [
    [label, cargoInWords({ inputs })].filter(Boolean).join(', '),
    formatDays(days),
    price === null ? 'To be confirmed' : formatMoney(price),
  ],
  ...lines.map(({ label: charge, amount }) => [`    ${charge}`, '', formatMoney(amount)]),
]

const tableOf = (options: readonly OfferOption[]): PaperTable => ({
  columns: [
    { title: options.length > 1 ? 'Choose one of' : 'Price', width: '*' },
    { title: 'Days', width: 60, right: true },
    { title: 'USD', width: 80, right: true },
  ],
  rows: options.flatMap(rowsOf),
  total: null,
})

/** The offer on paper: what its page shows, without formulas. */
async function offerPaper(db: Db, offer: Offer, timeZone: string): Promise<Paper> {
  const company = await printedCompany(db)
  const { reference, name, company: of, email, validUntil, note, options } = offer
  const texts = [
    {
      title: 'Conditions',
      text: `Valid until ${formatDeadline(validUntil, timeZone)}.\nDuties, taxes and storage are not included.`,
    },
  ]
  return {
    form: 'paper',
    title: 'Offer',
    number: reference,
    company,
    parties: [{ title: 'Offered to', text: [of, name, email].filter(Boolean).join('\n') }],
    sections: [],
    table: tableOf(options),
    texts: note === '' ? texts : [{ title: 'Please note', text: note }, ...texts],
    toSign: null,
    draft: false,
    landscape: false,
  }
}

async function pdfOf(services: Needed, offer: Offer, userId: number | null): Promise<Uint8Array> {
  const { db, config } = services
  const paper = await offerPaper(db, offer, config.timeZone)
  const issue = { version: null, date: formatDate(new Date().toISOString(), config.timeZone) }
  const pages = paperPages(paper, issue, await readLogo(services, paper))
  return (await makePdf(pages, config.pdfFonts ?? null, userId)).pdf
}

/** The PDF of an offer as it is now. Throws 404, and as `makePdf`. */
export async function offerPdf(
  services: Needed,
  id: number,
  userId: number,
): Promise<{ name: string; pdf: Uint8Array }> {
  const offer = await offerReads(services.db, services.config).find(services.db, id)
  return { name: safeFileName(`Offer ${offer.reference}.pdf`), pdf: await pdfOf(services, offer, userId) }
}

/** A PDF of an offer to go with its mail. Its file is being stored; `addOfferPdf` gives it a row. */
export interface OfferPdf extends Pick<PrintedOffer, 'updatedAt' | 'validUntil'> {
  storageKey: string
  /** Settles once the file is on the disk: await it before the row is committed. */
  stored: Promise<void>
  name: string
  /** Bytes. */
  size: number
  sha256: Buffer
}

/** The document with the PDF of an offer, and what it prints. */
export interface PrintedOffer {
  documentId: number
  /** The version of the offer. */
  updatedAt: string
  validUntil: string
}

/** Throws 400 at each field for which an offer cannot be sent: no address, a time that has passed, a missing price. */
export function requireSendable({ email, validUntil, options }: Pick<Offer, 'email' | 'validUntil' | 'options'>): void {
  const errors: FieldErrors = {}
  if (email === '') errors.email = REQUIRED
  if (Date.parse(validUntil ?? '') <= Date.now()) errors.validUntil = 'This must be in the future'
  for (const [at, { price, missing }] of options.entries())
    if (price === null) errors[`options.${at}.price`] = missing ?? REQUIRED
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * Makes the PDF of an offer and begins to store its file, before the transaction that sends it. Throws as `requireSendable`,
 * 404, 409 and as `makePdf`.
 */
export async function makeOfferPdf(services: Needed, id: number, userId: number): Promise<OfferPdf> {
  const { db, files, config } = services
  const offer = await offerReads(db, config).find(db, id)
  if (offer.state !== 'draft') throw wrongState(offer.state)
  requireSendable(offer)
  const key = randomUUID()
  const storageKey = `documents/${key.slice(0, 2)}/${key}`
  const [pdf] = await Promise.all([pdfOf(services, offer, userId), noteLooseFiles(db, [storageKey])])
  const stored = files.write(storageKey, Buffer.from(pdf))
  // A failure is told to the caller that awaits `stored`; where the offer is refused first, nobody awaits it.
  stored.catch(() => {})
  return {
    storageKey,
    stored,
    name: safeFileName(`Offer ${offer.reference}.pdf`),
    size: pdf.length,
    sha256: createHash('sha256').update(pdf).digest(),
    updatedAt: offer.updatedAt,
    validUntil: offer.validUntil ?? '', // a draft has at least its usual time
  }
}

/** Runs the work that adds the row of a PDF and commits it; its file goes again if that fails. */
export const withOfferPdf = <T>({ files }: Pick<Needed, 'files'>, pdf: OfferPdf, work: () => Promise<T>): Promise<T> =>
  removeUnlessDone(files, [pdf.storageKey], () => work().finally(() => Promise.allSettled([pdf.stored])))

/** Adds the row of a PDF. */
export async function addOfferPdf(tx: Tx, pdf: OfferPdf, userId: number): Promise<PrintedOffer> {
  const { updatedAt, validUntil, stored: _, ...file } = pdf
  const { id: documentId } = await tx
    .insertInto('documents')
    .values({ ...file, contentType: 'application/pdf', categoryId: OTHER, uploadedBy: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { documentId, updatedAt, validUntil }
}
