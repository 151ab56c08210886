import { TEMPLATE_VARIABLES } from '#contract/templates/template-variables.ts'
import type { Tx } from '#server/db/client.ts'
import { invalid } from '#server/errors.ts'
import { secretsNamed } from '#server/mail/rendering/secret-places.ts'
import { conditionsOf, forceConditions } from '#server/mail/rendering/template-conditions.ts'
import { MisplacedSecret, readBlocks, renderMail } from './render-mail.ts'

const SAMPLES = Object.fromEntries(TEMPLATE_VARIABLES.map(({ identifier, sample }) => [identifier, sample]))
const ADDRESSES = {
  siteUrl: 'https://www.quayside.example',
  appUrl: 'https://office.quayside.example',
  timeZone: 'UTC',
}

const force = (truth: boolean) => (source: string) =>
  forceConditions(source, new Map(conditionsOf(source).map((condition) => [condition, truth])))

/**
 * Renders a cleaned mail or block with samples, once with every condition true and once with none. Throws
 * MisplacedSecret, 400 at `content`, if a secret would stand where others learn of it.
 */
export async function checkRendered(content: string, blocks: Record<string, string> = {}): Promise<void> {
  if ([content, ...Object.values(blocks)].every((source) => secretsNamed(source).length === 0)) return
  for (const truth of [true, false])
    await renderMail({ subject: '', content, blocks }, SAMPLES, ADDRESSES, { change: force(truth) })
}

/** Why a mail with these blocks is not safe; null if it is. */
async function problemOf(content: string, blocks: Record<string, string>): Promise<string | null> {
  try {
    await checkRendered(content, blocks)
    return null
  } catch (error) {
    if (error instanceof MisplacedSecret) return error.message
    throw error
  }
}

/**
 * Checks the mails that use a block with its new text, except those that were unsafe before. Throws 400 at
 * `content`, naming the mail.
 */
export async function checkMailsOfBlock(tx: Tx, id: number, content: string): Promise<void> {
  const mails = await tx
    .selectFrom('mailTemplateBlocks as u')
    .innerJoin('mailTemplates as t', 't.id', 'u.templateId')
    .innerJoin('htmlBlocks as b', 'b.id', 'u.blockId')
    .select(['t.title', 't.content', 'b.identifier'])
    .where('u.blockId', '=', id)
    .orderBy('t.id')
    .execute()
  for (const mail of mails) {
    const blocks = await readBlocks(tx, mail.content)
    const problem = await problemOf(mail.content, { ...blocks, [mail.identifier]: content })
    if (problem === null || (await problemOf(mail.content, blocks)) !== null) continue
    throw invalid({ content: `With this block, the link in the mail '${mail.title}' is not safe: ${problem}` })
  }
}
