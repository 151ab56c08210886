import { type Call, own } from '#contract/api/call.ts'
import { TRY_INBOX_PATH } from '#contract/mail-in/inboxes.ts'
import { CLAIM_HOURS, MAIL_IN_PATH } from '#contract/mail-in/mail-in.ts'
import { TRY_SECONDS } from '#contract/mail-in/mail-in-codes.ts'

const one = `${MAIL_IN_PATH}/{id}`
const theirs = '409 while somebody else has claimed it.'

/** The calls about mail that comes in. */
export const MAIL_IN_CALLS: Record<string, Call> = {
  [`GET ${MAIL_IN_PATH}`]: own(
    'listMailIn',
    'List mail that came in',
    'Newest first; without state all but ignored ones. The counts are of all mail that is not ignored.',
  ),
  [`POST ${MAIL_IN_PATH}/raw`]: own(
    'takeRawMail',
    'Bring in a mail',
    'The bytes of the mail, for those who have a gateway instead of a mailbox. The same mail again changes nothing. For administrators and API keys.',
  ),
  [`GET ${one}`]: own(
    'getMailIn',
    'Read a mail that came in',
    'pictures=1: its HTML with the pictures on other servers.',
  ),
  [`GET ${one}/thread`]: own(
    'getMailThread',
    'List the mails of a thread in both directions',
    'Of the thread that this mail belongs to; oldest first, the last 200.',
  ),
  [`GET ${one}/raw`]: own('getRawMail', 'Download a mail as it came'),
  [`POST ${one}/claim`]: own(
    'claimMailIn',
    'Claim a mail',
    `Others see who works on it. A new mail is open from then on. A claim lapses after ${CLAIM_HOURS} hours. ${theirs}`,
  ),
  [`POST ${one}/release`]: own('releaseMailIn', 'Release a mail that you claimed', theirs),
  [`POST ${one}/snooze`]: own(
    'snoozeMailIn',
    'Snooze a mail',
    'It comes back earlier if another mail of its thread comes.',
  ),
  [`POST ${one}/close`]: own('closeMailIn', 'Close a mail', theirs),
  [`POST ${one}/ignore`]: own('ignoreMailIn', 'Ignore a mail', theirs),
  [`POST ${one}/reopen`]: own(
    'reopenMailIn',
    'Open a mail again that was closed, ignored or answered',
    'Also an automatic reply or a mail of a list; 409 for a report of a mail that was not delivered, and for our own.',
  ),
  [`POST ${one}/link`]: own(
    'linkMailIn',
    'Link a mail with orders',
    'With orders, or with all orders of a sailing. What is linked stays; the mail counts as verified.',
  ),
  [`POST ${one}/unlink`]: own('unlinkMailIn', 'Take orders off a mail', 'Documents that were filed from it stay.'),
  [`POST ${one}/reply`]: own(
    'replyToMailIn',
    'Answer a mail',
    `The mail is held, and can be cancelled until it leaves; undoing the event that was set with it does so too. Then the mail waits as before. 409 for an ignored mail. ${theirs}`,
  ),
  [`GET ${one}/files/{fid}/download`]: own('getMailFile', 'Download a file of a mail', '409 for one that was refused.'),
  [`POST ${one}/files/{fid}/file`]: own(
    'fileMailFile',
    'File a file of a mail as a document of an order',
    'The paper that is named is received. 409 unless the file is new.',
  ),
  [`POST ${one}/files/{fid}/ignore`]: own('ignoreMailFile', 'Ignore a file of a mail', '409 unless the file is new.'),
  'GET request/booking/{id}/mails': own(
    'listMailsOfOrder',
    'List the mails of an order in both directions',
    'Newest first.',
  ),
  [`POST ${TRY_INBOX_PATH}/{id}/try`]: own(
    'tryInbox',
    'Try to open a mailbox',
    `Says what its server answered, within ${TRY_SECONDS} seconds. For administrators.`,
  ),
}
