import { EMPTY_BLOCK } from '#contract/lib/messages.ts'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { SECRET_VARIABLES, variablesFor } from '#contract/templates/template-variables.ts'
import { MAX_TEMPLATE_TEXT, TemplateKind } from '#contract/templates/templates.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { checkCleaned, checkStyles } from '#server/html/check-cleaned.ts'
import { cleanTaggedAside } from '#server/html/html-aside.ts'
import { checkRendered } from '#server/mail/check-secrets.ts'
import { readBlocks } from '#server/mail/render-mail.ts'
import { type CompiledTemplate, compileTemplate, type KnownNames } from '#server/mail/rendering/compile-template.ts'
import { misplacedSecrets } from '#server/mail/rendering/secret-places.ts'

/** The most problems that a message lists. */
const SHOWN_PROBLEMS = 5

/** Throws 400 at the field with the problems and their lines. */
function refuse(field: string, { errors }: Pick<CompiledTemplate, 'errors'>): void {
  if (errors.length === 0) return
  const more = errors.length > SHOWN_PROBLEMS ? [`and ${errors.length - SHOWN_PROBLEMS} more`] : []
  throw invalid({ [field]: [...errors.slice(0, SHOWN_PROBLEMS).map(({ message }) => message), ...more].join('; ') })
}

/**
 * The cleaned text. It is compiled twice: as sent, so that line numbers match the screen, and as it will be
 * stored.
 */
async function cleanSource(content: string, known: KnownNames): Promise<string> {
  refuse('content', compileTemplate(content, known))
  refuse('content', { errors: misplacedSecrets(content) })
  checkStyles(content)
  const limits = { label: 'Body', max: MAX_TEMPLATE_TEXT, blank: EMPTY_BLOCK }
  const clean = checkCleaned(await cleanTaggedAside(content), limits)
  refuse('content', compileTemplate(clean, known))
  refuse('content', { errors: misplacedSecrets(clean) })
  return clean
}

/**
 * Names that a mail of this purpose may use. `lock` keeps the blocks from being removed until the transaction
 * ends.
 */
async function knownTo(
  db: Db,
  purpose: MailPurpose | null,
  { lock = false } = {},
): Promise<{ known: KnownNames; ids: Map<string, number> }> {
  const query = db.selectFrom('htmlBlocks').select(['id', 'identifier'])
  const rows = await (lock ? query.forShare() : query).execute()
  const ids = new Map(rows.map(({ id, identifier }) => [identifier, id]))
  return { known: { variables: variablesFor(purpose), blocks: new Set(ids.keys()) }, ids }
}

export interface CheckedMail {
  content: string
  blockIds: number[]
}

/** The body of a mail as it will be stored, and the blocks it uses. Throws 400 at `content`. */
export async function checkMailContent(tx: Tx, content: string, purpose: MailPurpose | null): Promise<CheckedMail> {
  const { known, ids } = await knownTo(tx, purpose, { lock: true })
  const clean = await cleanSource(content, known)
  const { variables, blocks } = compileTemplate(clean, known)
  await checkRendered(clean, await readBlocks(tx, clean))
  if (purpose === MailPurpose.PASSWORD_RESET && !variables.includes('reset.url')) {
    throw invalid({ content: 'This mail needs {{ reset.url }}: without it nobody can reset a password' })
  }
  if (purpose === MailPurpose.DOCUMENTS_REQUESTED && !variables.includes('request.url')) {
    throw invalid({ content: 'This mail needs {{ request.url }}: without it the client has nowhere to upload' })
  }
  if (purpose === MailPurpose.TRACKING_CONFIRMATION && !variables.includes('tracking.confirmUrl')) {
    throw invalid({ content: 'This mail needs {{ tracking.confirmUrl }}: without it nobody can confirm' })
  }
  if ((purpose === MailPurpose.OFFER || purpose === MailPurpose.OFFER_FOLLOW_UP) && !variables.includes('offer.url')) {
    throw invalid({ content: 'This mail needs {{ offer.url }}, by which its reader sees the offer' })
  }
  if (purpose === MailPurpose.TRACKING_UPDATE && !variables.includes('tracking.unsubscribeUrl')) {
    throw invalid({ content: 'This mail needs {{ tracking.unsubscribeUrl }}: without it nobody can end the updates' })
  }
  return { content: clean, blockIds: blocks.flatMap((identifier) => ids.get(identifier) ?? []) }
}

/** Throws 400 at `subject`. A subject is plain text: variables but no blocks. */
export function checkSubject(subject: string, purpose: MailPurpose | null): void {
  const known = { variables: variablesFor(purpose), blocks: new Set<string>() }
  const compiled = compileTemplate(subject, known)
  if (compiled.blocks.length > 0) throw invalid({ subject: 'A subject cannot use a block' })
  refuse('subject', compiled)
  const secret = compiled.variables.find((name) => SECRET_VARIABLES.has(name))
  if (secret) throw invalid({ subject: `A subject cannot have {{ ${secret} }}: lists and logs show it` })
}

/**
 * The body of a block as it will be stored. A block cannot use blocks, so nothing loops. Throws 400 at
 * `content`.
 */
export async function checkBlockContent(content: string): Promise<string> {
  const known = { variables: variablesFor(null), blocks: new Set<string>() }
  if (compileTemplate(content, known).blocks.length > 0)
    throw invalid({ content: 'An html-block cannot use another block' })
  const clean = await cleanSource(content, known)
  await checkRendered(clean)
  return clean
}

interface Draft {
  content: string
  subject: string
  type?: TemplateKind | undefined
}

/** The cleaned body of a preview. Throws 400 at `content` or `subject`. */
export async function checkDraft(db: Db, draft: Draft, purpose: MailPurpose | null): Promise<string> {
  checkSubject(draft.subject, purpose)
  if (draft.type === TemplateKind.BLOCK) return checkBlockContent(draft.content)
  return cleanSource(draft.content, (await knownTo(db, purpose)).known)
}
