import { formatDate } from '#contract/lib/format.ts'
import { invalid } from '#server/errors.ts'
import { makePdf } from '#server/pdf/make-pdf.ts'
import { countLines } from '#server/sailings/manifest.ts'
import type { Services } from '#server/services.ts'
import { readLogo } from './make-document.ts'
import { readSailingManifest } from './manifest-paper.ts'
import { paperPages } from './paper-pages.ts'

/** The most orders of a manifest on paper: some 150 pages, which a busy machine too makes within the time that a PDF has. */
const MOST_ON_PAPER = 1_000

/**
 * The manifest of a sailing as PDF, made for one download and not kept. Throws 404; 400 at `format` for more orders than
 * paper takes, and as `makePdf`.
 */
export async function sailingManifestPdf(
  services: Pick<Services, 'db' | 'files' | 'config'>,
  sailingId: number,
  userId: number,
): Promise<Uint8Array> {
  const { db, config } = services
  if ((await countLines(db, sailingId)) > MOST_ON_PAPER)
    throw invalid({ format: `More than ${MOST_ON_PAPER} orders. Please take csv or xlsx.` })
  const paper = await readSailingManifest(db, sailingId)
  const issue = { version: null, date: formatDate(new Date().toISOString(), config.timeZone) }
  const pages = paperPages(paper, issue, await readLogo(services, paper))
  return (await makePdf(pages, config.pdfFonts ?? null, userId)).pdf
}
