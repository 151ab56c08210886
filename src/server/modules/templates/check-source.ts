import { isBlankHtml } from '#contract/lib/blank-html.ts'
import { maxLength } from '#contract/lib/messages.ts'
import { codePoints } from '#contract/lib/text.ts'
import { MailPurpose } from '#contract/mails/mails.ts'
import { variablesFor } from '#contract/templates/template-variables.ts'
import { EMPTY_BODY, MAX_TEMPLATE_TEXT } from '#contract/templates/templates.ts'
import type { Db } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { cleanTaggedAside } from '#server/html/html-aside.ts'
import { NESTED_TOO_DEEP } from '#server/html/html-nesting.ts'
import { type CompiledTemplate, compileTemplate, type KnownNames } from '#server/templates/compile-template.ts'

/** More than this in one message helps nobody. */
const SHOWN_PROBLEMS = 5

/** Throws 400 at the field with all that is wrong, named and with its line. */
function refuse(field: string, { errors }: Pick<CompiledTemplate, 'errors'>): void {
  if (errors.length === 0) return
  const more = errors.length > SHOWN_PROBLEMS ? [`and ${errors.length - SHOWN_PROBLEMS} more`] : []
  throw invalid({ [field]: [...errors.slice(0, SHOWN_PROBLEMS).map(({ message }) => message), ...more].join('; ') })
}

/** The cleaned text. It is compiled as sent, so that lines are those on screen, and again as it will be stored. */
async function cleanSource(content: string, known: KnownNames): Promise<string> {
  refuse('content', compileTemplate(content, known))
  const clean = await cleanTaggedAside(content)
  if (clean === null) throw invalid({ content: NESTED_TOO_DEEP })
  if (isBlankHtml(clean)) throw invalid({ content: EMPTY_BODY })
  if (codePoints(clean) > MAX_TEMPLATE_TEXT) throw invalid({ content: maxLength('Body', MAX_TEMPLATE_TEXT) })
  refuse('content', compileTemplate(clean, known))
  return clean
}

/** Names a mail of this purpose may use. Blocks are locked for the transaction: none goes while it is being used. */
async function knownTo(
  db: Db,
  purpose: MailPurpose | null,
  lock: boolean,
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

/** The body of a mail as it is stored, and the blocks it uses. Throws 400 at `content`. */
export async function checkMailContent(tx: Db, content: string, purpose: MailPurpose | null): Promise<CheckedMail> {
  const { known, ids } = await knownTo(tx, purpose, true)
  const clean = await cleanSource(content, known)
  const { variables, blocks } = compileTemplate(clean, known)
  if (purpose === MailPurpose.PASSWORD_RESET && !variables.includes('reset.url')) {
    throw invalid({ content: 'This mail needs {{ reset.url }}: without it nobody can reset a password' })
  }
  return { content: clean, blockIds: blocks.flatMap((identifier) => ids.get(identifier) ?? []) }
}

/** Throws 400 at `subject`. A subject is plain text: it takes variables, no blocks. */
export function checkSubject(subject: string, purpose: MailPurpose | null): void {
  const known = { variables: variablesFor(purpose), blocks: new Set<string>() }
  const compiled = compileTemplate(subject, known)
  if (compiled.blocks.length > 0) throw invalid({ subject: 'A subject cannot use a block' })
  refuse('subject', compiled)
}

/** The body of a block as it is stored. A block uses no blocks, so that nothing loops. Throws 400 at `content`. */
export async function checkBlockContent(content: string): Promise<string> {
  const known = { variables: variablesFor(null), blocks: new Set<string>() }
  if (compileTemplate(content, known).blocks.length > 0)
    throw invalid({ content: 'An html-block cannot use another block' })
  return cleanSource(content, known)
}

/** Checks a text that is only tried out, without storing it. Throws 400 at `content` or `subject`. */
export async function checkDraft(
  db: Db,
  draft: { content: string; subject: string; block: boolean },
  purpose: MailPurpose | null,
): Promise<string> {
  checkSubject(draft.subject, purpose)
  if (draft.block) return checkBlockContent(draft.content)
  return cleanSource(draft.content, (await knownTo(db, purpose, false)).known)
}
