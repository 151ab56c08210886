import type { z } from 'zod'
import {
  type FileMailFileInput,
  type linkMailInput,
  type MailFile,
  type MailIn,
  mailFile,
  mailIn,
  type unlinkMailInput,
} from '#contract/mail-in/mail-in.ts'
import { refreshQueue } from '#web/features/attention/shared/attention.ts'
import { newIdempotencyKey, request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { MAIL_IN, mailInQuery, mailPath } from './mail-in.ts'

/** Reads again what shows a mail: the inbox, the queue, and its orders with their papers. */
export const refreshMail = () =>
  Promise.all([
    refreshQueue(),
    ...[MAIL_IN, ['orders'], ['mail-log']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  ])

/** What is done with a mail as a whole. */
export type MailVerb = 'claim' | 'release' | 'close' | 'ignore' | 'reopen' | 'snooze' | 'link' | 'unlink'

async function send(id: number, verb: MailVerb, body?: object): Promise<MailIn> {
  const mail = await request(mailIn, `${mailPath(id)}/${verb}`, { method: 'POST', body })
  queryClient.setQueryData(mailInQuery(id).queryKey, mail)
  return mail
}

/** Changes a mail; a 409 has the reason. */
export const changeMail = (id: number, verb: MailVerb, body?: object): Promise<MailIn> =>
  send(id, verb, body).finally(() => void refreshMail())

/** A mail that could not be changed, and why. */
export interface Refused {
  id: number
  reason: string
}

/** Changes mails one after the other; returns those that refused. Another failure ends it. */
export async function changeMails(ids: readonly number[], verb: MailVerb, body?: object): Promise<Refused[]> {
  const refused: Refused[] = []
  try {
    for (const id of ids) {
      try {
        await send(id, verb, body)
      } catch (error) {
        if (!(error instanceof ApiError) || !ABOUT_ONE.includes(error.code)) throw error
        refused.push({ id, reason: error.message })
      }
    }
    return refused
  } finally {
    void refreshMail()
  }
}

/** Refusals that are about one mail: it is gone, or others have it. */
const ABOUT_ONE: readonly number[] = [404, 409]

/** Counts mails: '1 mail', '3 mails'. */
export const countedMails = (n: number) => (n === 1 ? '1 mail' : `${n} mails`)

/** Changes a mail and says so; what can be taken back is one press away. A failure is a toast. */
async function changeAndSay(id: number, verb: MailVerb, said: string, undo?: MailVerb): Promise<void> {
  try {
    await changeMail(id, verb)
    const actions = undo ? [{ label: 'Undo', run: () => void changeAndSay(id, undo, 'Open again') }] : []
    showSuccess(said, ...actions)
  } catch (error) {
    showError(error)
  }
}

export const claimMail = (id: number) => changeAndSay(id, 'claim', 'Claimed for four hours')
export const releaseMail = (id: number) => changeAndSay(id, 'release', 'Released')
export const closeMail = (id: number) => changeAndSay(id, 'close', 'Closed', 'reopen')
export const ignoreMail = (id: number) => changeAndSay(id, 'ignore', 'Ignored', 'reopen')
export const reopenMail = (id: number) => changeAndSay(id, 'reopen', 'Open again')

/** Orders that a mail is linked with, or a sailing whose orders are all meant. */
export type LinkBody = z.input<typeof linkMailInput>
/** Links a mail with orders, or with all of a sailing. */
export const linkMail = (id: number, body: LinkBody) => changeMail(id, 'link', body)
/** Takes orders off a mail; all of them without any named. */
export const unlinkMail = (id: number, body: z.input<typeof unlinkMailInput>) => changeMail(id, 'unlink', body ?? {})

/** Files a file of a mail as a document of an order. */
export const fileMailFile = (id: number, file: Pick<MailFile, 'id'>, body: Partial<FileMailFileInput>) =>
  request(mailFile, `${mailPath(id)}/files/${file.id}/file`, {
    method: 'POST',
    body,
    idempotencyKey: newIdempotencyKey(),
  }).finally(refreshMail)

/** Leaves a file of a mail out of the order's documents. */
export const ignoreMailFile = (id: number, file: Pick<MailFile, 'id'>) =>
  request(mailFile, `${mailPath(id)}/files/${file.id}/ignore`, { method: 'POST' }).finally(refreshMail)
