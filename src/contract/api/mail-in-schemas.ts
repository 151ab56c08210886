import type { z } from 'zod'
import { triedInbox } from '#contract/mail-in/inboxes.ts'
import {
  fileMailFileInput,
  linkMailInput,
  mailFile,
  mailIn,
  mailInCounts,
  mailInPage,
  mailInRow,
  orderMail,
  replied,
  replyInput,
  takenMail,
  unlinkMailInput,
} from '#contract/mail-in/mail-in.ts'

/** Names of the schemas of mail that comes in. */
export const MAIL_IN_SCHEMAS: Record<string, z.ZodType> = {
  MailIn: mailIn,
  MailInRow: mailInRow,
  MailInPage: mailInPage,
  MailInCounts: mailInCounts,
  MailFile: mailFile,
  TakenMail: takenMail,
  LinkMailInput: linkMailInput,
  UnlinkMailInput: unlinkMailInput,
  ReplyInput: replyInput,
  Replied: replied,
  FileMailFileInput: fileMailFileInput,
  OrderMail: orderMail,
  TriedInbox: triedInbox,
}
