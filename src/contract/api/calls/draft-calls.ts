import { type Call, own } from '#contract/api/call.ts'
import { DRAFT_DAYS, DRAFTS_PATH, MOST_DRAFTS } from '#contract/drafts/drafts.ts'

/** The calls about drafts. */
export const DRAFT_CALLS: Record<string, Call> = {
  [`GET ${DRAFTS_PATH}`]: own('listDrafts', 'List your drafts, and those that programs prepared for you'),
  [`PUT ${DRAFTS_PATH}/{kind}/{id}`]: own(
    'saveDraft',
    'Save a draft',
    `Kept for ${DRAFT_DAYS} days, ${MOST_DRAFTS} a person. 409 with data.current unless revision is the last one.`,
  ),
  [`DELETE ${DRAFTS_PATH}/{kind}/{id}`]: own(
    'removeDraft',
    'Discard a draft',
    'With revision, only if nothing was saved to it since.',
  ),
}
