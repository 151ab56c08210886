import type { MailFile, MailIn } from '#contract/mail-in/mail-in.ts'
import { isMissing } from '#contract/papers/paper-codes.ts'
import type { Paper } from '#contract/papers/papers.ts'
import { fileMailFile } from '#web/features/mail-in/shared/change-mail.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'

/** Papers of an order that a file can be put onto. */
export const openPapers = (papers: readonly Paper[]) => papers.filter(isMissing)

/** The paper that the name of a file suggests, of those that are open. */
export const suggestedPaper = ({ suggestion }: Pick<MailFile, 'suggestion'>, papers: readonly Paper[]) =>
  openPapers(papers).find(({ id }) => id === suggestion?.requirementId)

interface Filing {
  orderId: number
  categoryId: number
  /** The paper that it is; null for none. */
  paper: Pick<Paper, 'id' | 'name'> | null
}

/** Files a file and says as what. A failure is a toast. */
export async function fileAndSay(
  mail: Pick<MailIn, 'id'>,
  file: Pick<MailFile, 'id' | 'name'>,
  { orderId, categoryId, paper }: Filing,
): Promise<void> {
  try {
    await fileMailFile(mail.id, file, { orderId, categoryId, requirementId: paper?.id ?? null })
    showSuccess(paper ? `${file.name} is now ${paper.name}` : `${file.name} is now a document of the order`)
  } catch (error) {
    showError(error)
  }
}

/** The type under which a dragged file of a mail travels. */
export const DRAGGED = 'application/x-quayside-mail-file'
