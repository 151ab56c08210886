import type { MailFile, MailIn } from '#contract/mail-in/mail-in.ts'
import { guessCategory } from '#contract/papers/guess-category.ts'
import { guessPaper } from '#contract/papers/guess-paper.ts'
import { isMissing } from '#contract/papers/paper-codes.ts'
import type { Db } from '#server/db/client.ts'
import { readPapers } from '#server/orders/papers/read-papers.ts'

/** The category for what no name gives away. */
const OTHER = 'Other'

/**
 * The files of a mail with what their names suggest: an open paper of its one order, else a category. A stranger's
 * mail suggests nothing: it could name its files as it likes.
 */
export async function suggestFiling(
  db: Db,
  { files, verified, orderId }: Pick<MailIn, 'files' | 'verified' | 'orderId'>,
): Promise<MailFile[]> {
  if (!verified || !files.some(({ state }) => state === 'new'))
    return files.map((file) => ({ ...file, suggestion: null }))
  const [categories, papers] = await Promise.all([
    db.selectFrom('documentCategories').select(['id', 'name']).orderBy('id').execute(),
    orderId === null ? [] : readPapers(db, orderId),
  ])
  const missing = papers.filter(isMissing)
  const suggestionOf = (name: string) => {
    const paper = guessPaper(name, missing, categories)
    const category = guessCategory(name, categories) ?? categories.find((each) => each.name === OTHER)
    const categoryId = paper?.categoryId ?? category?.id
    return categoryId === undefined ? null : { categoryId, requirementId: paper?.id ?? null }
  }
  return files.map((file) => ({ ...file, suggestion: file.state === 'new' ? suggestionOf(file.name) : null }))
}
