import { type Call, own } from '#contract/api/call.ts'
import { ATTENTION_PATH, CLAIM_HOURS } from '#contract/attention/attention.ts'
import { RULES_PATH } from '#contract/attention/attention-rules.ts'
import { CHARTS_PATH, FIGURE_LABELS, FIGURES_PATH, KEPT_SECONDS } from '#contract/attention/figures.ts'

const one = `${ATTENTION_PATH}/{id}`
const theirs = '409 while somebody else has claimed it.'
const each = 'Each item is judged by itself; 409 if not one could be changed.'

/** The calls about the queue. */
export const ATTENTION_CALLS: Record<string, Call> = {
  [`GET ${ATTENTION_PATH}`]: own(
    'listAttention',
    'List what needs somebody now',
    'The most urgent first, and of those what is due longest. The counts are of the same part of the queue, whatever the rule.',
  ),
  [`GET ${ATTENTION_PATH}/counts`]: own('countAttention', 'Count what needs somebody now, by rule'),
  [`GET ${FIGURES_PATH}`]: own(
    'readFigures',
    'Read the figures of the day',
    'Of all orders, or of those in the charge of an owner; cut-offs and failed mails have none. Each but these two has a list.',
  ),
  [`GET ${FIGURES_PATH}/{figure}`]: own(
    'listFigure',
    'List what a figure of the day counts',
    `The figures: ${Object.keys(FIGURE_LABELS).join(', ')}. What comes first, or has waited longest, is on top.`,
  ),
  [`GET ${CHARTS_PATH}`]: own(
    'readCharts',
    'Read what the charts of Today show',
    `Volume booked in each of the last 13 weeks beside that of 52 weeks before, and open orders by milestone. Up to ${KEPT_SECONDS} seconds old.`,
  ),
  'GET request/booking/{id}/attention': own(
    'listAttentionOfOrder',
    'List what needs somebody about an order',
    'Snoozed and waived items included; the most urgent first.',
  ),
  [`POST ${one}/claim`]: own(
    'claimAttention',
    'Claim an item',
    `Others see who works on it. 409 if somebody else does. A claim lapses after ${CLAIM_HOURS} hours.`,
  ),
  [`POST ${one}/release`]: own('releaseAttention', 'Release an item that you claimed'),
  [`POST ${one}/snooze`]: own(
    'snoozeAttention',
    'Snooze an item',
    `It comes back earlier if a due time passes that lay ahead, or when it becomes more urgent. ${theirs}`,
  ),
  [`POST ${one}/waive`]: own(
    'waiveAttention',
    'Waive an item: it needs nothing',
    `It holds until the order is cancelled or completed, even if the cause goes and comes back; of an item that is about no order, until the cause ends. The reason is recorded in the audit trail. ${theirs}`,
  ),
  [`POST ${one}/unwaive`]: own('unwaiveAttention', 'Take a waiver back'),
  [`POST ${ATTENTION_PATH}/claim`]: own('claimSeveralAttention', 'Claim several items', each),
  [`POST ${ATTENTION_PATH}/release`]: own('releaseSeveralAttention', 'Release several items', each),
  [`POST ${ATTENTION_PATH}/snooze`]: own('snoozeSeveralAttention', 'Snooze several items', each),
  [`POST ${ATTENTION_PATH}/waive`]: own('waiveSeveralAttention', 'Waive several items', each),
  [`GET ${RULES_PATH}`]: own('listAttentionRules', 'List the rules of the queue'),
  [`PUT ${RULES_PATH}/{code}`]: own(
    'saveAttentionRule',
    'Change a rule of the queue',
    'Omitted values stay unchanged. Switching a rule off closes its items; on again, they come back.',
  ),
}
