import { IconArchive, IconCircleDot, IconEyeOff, IconMailCheck, IconMailOpened } from '@tabler/icons-react'
import type { MailIn } from '#contract/mail-in/mail-in.ts'
import { type LeftOut, MAIL_IN_STATE_LABELS, type MailInState } from '#contract/mail-in/mail-in-codes.ts'

const LOOKS = {
  new: { tone: 'info', icon: IconCircleDot },
  open: { tone: 'warn', icon: IconMailOpened },
  answered: { tone: 'good', icon: IconMailCheck },
  closed: { tone: 'neutral', icon: IconArchive },
  ignored: { tone: 'neutral', icon: IconEyeOff },
} as const

/** The badge of a mail's state. */
export const mailInLook = (state: MailInState) => ({ ...LOOKS[state], children: MAIL_IN_STATE_LABELS[state] })

/** Who sent a mail, by name where there is one. */
export const senderOf = ({ fromName, fromAddress }: Pick<MailIn, 'fromName' | 'fromAddress'>) =>
  fromName || fromAddress || 'Unknown sender'

/** What was too much of a mail, in words. */
const LEFT_OUT_WORDS: Record<LeftOut, string> = {
  size: 'This mail is too large: only its headers were read.',
  files: 'It has more than 50 files: the others were left out.',
  levels: 'Parts of it are nested too deep: they were left out.',
  recipients: 'It has more than 200 recipients: the others were left out.',
  references: 'It names more mails than are kept.',
  subject: 'Its subject was cut.',
  headers: 'It has more headers than are read.',
  text: 'Its text was cut.',
}

/** Sentences on what of a mail was left out; the raw text has it all. */
export const leftOutWords = ({ leftOut }: Pick<MailIn, 'leftOut'>) => leftOut.map((part) => LEFT_OUT_WORDS[part])

/** What our mail server found about the sender: 'SPF pass, DKIM pass, DMARC fail'; '' if it says nothing. */
export const authenticationWords = ({ authentication: { spf, dkim, dmarc } }: Pick<MailIn, 'authentication'>) =>
  [
    ['SPF', spf],
    ['DKIM', dkim],
    ['DMARC', dmarc],
  ]
    .flatMap(([name, verdict]) => (verdict ? [`${name} ${verdict}`] : []))
    .join(', ')
