import { type Call, own } from '#contract/api/call.ts'
import { documentRequirements } from '#contract/papers/document-requirements.ts'
import { LINK_DAYS } from '#contract/papers/paper-codes.ts'

const papers = 'request/booking/{id}/requirements'

/** The calls about the papers of orders. */
export const PAPER_CALLS: Record<string, Call> = {
  [`POST ${documentRequirements.path}/{id}/apply`]: own(
    'applyDocumentRequirement',
    'Add a document requirement to open orders',
    'To those that it applies to and that lack it. Only counts them unless preview is false; what orders have stays as it is.',
  ),
  [`GET ${papers}`]: own('listPapers', 'List the papers that an order needs, and its upload links'),
  [`POST ${papers}`]: own('addPaper', 'Add a paper to an order that no requirement asks for'),
  [`PUT ${papers}/{requirementId}`]: own(
    'changePaper',
    'Change a paper: its state, its document, when it is due',
    'Received and accepted need a document of the order, or an upload of yours, which becomes one; rejected and waived need a reason. dueAt null lets it follow its date again.',
  ),
  [`POST ${papers}/ask`]: own(
    'askForPapers',
    'Ask the client for papers with one mail',
    `The mail has a link to upload them without a login, for ${LINK_DAYS} days. Mail log and order show the link without its secret.`,
  ),
  [`POST ${papers}/ask/preview`]: own(
    'previewAskingForPapers',
    'Preview the mail that asks for papers',
    'Sends nothing.',
  ),
  'DELETE request/booking/{id}/upload-links/{linkId}': own('revokeUploadLink', 'Revoke an upload link'),
}
