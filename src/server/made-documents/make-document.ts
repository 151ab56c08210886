import { createHash, randomUUID } from 'node:crypto'
import { formatDate } from '#contract/lib/format.ts'
import { atMost } from '#contract/lib/messages.ts'
import { isMissing, MAX_PIECES, type MadeDocument, type MadeKind } from '#contract/made-documents/made-documents.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { removeUnlessDone } from '#server/files/files.ts'
import { imageKey, plainPicture } from '#server/files/images.ts'
import { noteLooseFiles } from '#server/files/loose-files.ts'
import { safeFileName } from '#server/files/upload-type.ts'
import type { Actor } from '#server/http/app-types.ts'
import { lockOrder } from '#server/orders/lock-order.ts'
import { fulfilPapers } from '#server/papers/change-papers.ts'
import { makePdf } from '#server/pdf/make-pdf.ts'
import type { MadePdf, PdfSource } from '#server/pdf/pdf-source.ts'
import { recordAudit } from '#server/resource/audit.ts'
import type { Services } from '#server/services.ts'
import { labelPages } from './label-pages.ts'
import type { PrintedData } from './paper.ts'
import { type Issue, paperPages } from './paper-pages.ts'
import { stateOf, storedVersions } from './read-made.ts'
import { type Draft, readDrafts, type Subject } from './subject.ts'

type Needed = Pick<Services, 'db' | 'files' | 'config'>
type Author = Actor & { userId: number }

/** The document to make. */
interface Wanted {
  kind: MadeKind
  pieces: number | null
  ifChanged: boolean
  /** False to leave the papers of the order that it fulfils as they are; true by default. */
  fulfils?: boolean
}

/** The categories of documents: arrival notice, bill of lading, other. */
const CATEGORIES: Partial<Record<MadeKind, number>> = { 'arrival-notice': 4, 'house-bill': 3 }
const OTHER = 6

/** Pixels: as wide as it is printed, at 300 dpi. */
const LOGO_WIDTH = 708

/** The logo as a data URL; null without one, or if its file is gone. */
export async function readLogo({ files }: Pick<Needed, 'files'>, data: PrintedData): Promise<string | null> {
  if (data.form === 'labels' || data.company.logoKey === null) return null
  const picture = await plainPicture(files, imageKey(data.company.logoKey, LOGO_WIDTH))
  return picture && `data:${picture.contentType};base64,${picture.data.toString('base64')}`
}

const pagesOf = (data: PrintedData, issue: Issue, logo: string | null): PdfSource =>
  data.form === 'labels' ? labelPages(data) : paperPages(data, issue, logo)

/** A character that no font has, by its number and itself. */
const named = (char: string) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')} ${char}`

/** Locks the order or the container, so that versions are counted one by one. Throws 404. */
async function lockSubject(tx: Tx, subject: Subject): Promise<void> {
  if ('orderId' in subject) return void (await lockOrder(tx, subject.orderId))
  const found = tx.selectFrom('containers').select('id').where('id', '=', subject.containerId).forUpdate()
  if (!(await found.executeTakeFirst())) throw notFound('Container')
}

/** Attempts to make a document whose number somebody else took meanwhile. */
const ATTEMPTS = 20

/** Thrown when somebody else made the version with this number first. */
class Overtaken extends AppError {
  constructor() {
    super(409, 'Others keep making this document. Please try again.')
  }
}

interface Finished {
  subject: Subject
  draft: Draft
  made: MadePdf
  storageKey: string
  issue: Issue & { version: number }
  fulfils: boolean
}

async function addRows(
  tx: Tx,
  { subject, draft, made, storageKey, issue, fulfils }: Finished,
  actor: Author,
): Promise<void> {
  await lockSubject(tx, subject)
  const { kind, data, hash } = draft
  const [newest] = (await storedVersions(tx, subject)).filter((each) => each.kind === kind)
  const version = (newest?.version ?? 0) + 1
  // The number is printed on the document.
  if (version !== issue.version) throw new Overtaken()
  const row = await tx
    .insertInto('documents')
    .values({
      name: safeFileName(`${draft.name}${version > 1 ? ` (${version})` : ''}.pdf`),
      contentType: 'application/pdf',
      size: made.pdf.length,
      sha256: createHash('sha256').update(made.pdf).digest(),
      storageKey,
      categoryId: CATEGORIES[kind] ?? OTHER,
      uploadedBy: actor.userId,
      orderId: 'orderId' in subject ? subject.orderId : null,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('madeDocuments')
    .values({
      kind,
      version,
      documentId: row.id,
      madeBy: actor.userId,
      orderId: null,
      containerId: null,
      ...subject,
      data: JSON.stringify(data),
      dataHash: hash,
      unprintable: made.unprintable.map(named).join('\n'),
    })
    .execute()
  const [entity, entityId] =
    'orderId' in subject ? (['orders', subject.orderId] as const) : (['containers', subject.containerId] as const)
  const after = { made: kind, version, documents: [row.id] }
  await recordAudit(tx, actor, { action: 'document.make', entity, entityId, after }, Object.keys(after))
  if (fulfils && 'orderId' in subject)
    await fulfilPapers(tx, { orderId: subject.orderId, kind, documentId: row.id }, actor)
}

/** Fulfils papers with a version that is there already. */
const fulfilWith = (db: Db, made: { orderId: number; kind: MadeKind; documentId: number }, actor: Author) =>
  db.transaction().execute(async (tx) => {
    await lockOrder(tx, made.orderId)
    await fulfilPapers(tx, made, actor)
  })

/** The next version, as known before the order is locked. */
const nextVersion = ({ versions: [newest] }: MadeDocument) => (newest?.version ?? 0) + 1

/**
 * Makes a document as PDF from the current data: a new version, kept with that data. With `ifChanged` the
 * newest version is answered instead if it still prints the same and has not gone out with an event. Papers of
 * the order that it fulfils are accepted with it, unless `fulfils` is false. People who make it at once get a
 * version each. Opens its own transaction after the file is written. Throws 404;
 * 400 at the missing fields, and at `kind` if it takes too long; 409; 503 if too many wait.
 */
export async function makeDocument(
  services: Needed,
  wanted: Wanted & { subject: Subject },
  actor: Author,
): Promise<MadeDocument> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await makeNext(services, wanted, actor)
    } catch (error) {
      if (!(error instanceof Overtaken) || attempt === ATTEMPTS) throw error
    }
  }
}

/** Makes the version after the newest one. Throws Overtaken if somebody else was quicker. */
async function makeNext(
  services: Needed,
  { subject, kind, pieces, ifChanged, fulfils = true }: Wanted & { subject: Subject },
  actor: Author,
): Promise<MadeDocument> {
  const { db, files, config } = services
  const stored = await storedVersions(db, subject)
  const last = (of: MadeKind) => stored.find((each) => each.kind === of)?.pieces ?? null
  const draft = (await readDrafts(db, services, subject, { pieces, last })).find((each) => each.kind === kind)
  if (!draft) throw notFound('Document')
  if (draft.missing.length > 0)
    throw invalid(Object.fromEntries(draft.missing.map(({ field, label }) => [field, isMissing(label)])))
  // The limit is checked here too: as many may have been received, which nobody typed.
  if ((draft.pieces ?? 0) > MAX_PIECES) throw invalid({ pieces: atMost(MAX_PIECES) })
  const state = stateOf(draft, stored)
  const [newest] = state.versions
  if (ifChanged && newest && !state.changed && !newest.attached) {
    if (fulfils && 'orderId' in subject)
      await fulfilWith(db, { orderId: subject.orderId, kind, documentId: newest.documentId }, actor)
    return state
  }
  const issue = { version: nextVersion(state), date: formatDate(new Date().toISOString(), config.timeZone) }
  const pages = pagesOf(draft.data, issue, await readLogo(services, draft.data))
  const made = await makePdf(pages, config.pdfFonts ?? null, actor.userId)
  const id = randomUUID()
  const storageKey = `documents/${id.slice(0, 2)}/${id}`
  await noteLooseFiles(db, [storageKey])
  await removeUnlessDone(files, [storageKey], async () => {
    await files.write(storageKey, Buffer.from(made.pdf))
    await db.transaction().execute((tx) => addRows(tx, { subject, draft, made, storageKey, issue, fulfils }, actor))
  })
  return stateOf(draft, await storedVersions(db, subject))
}
