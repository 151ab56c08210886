import { Button, CopyButton } from '@mantine/core'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { PrintFrame } from '#web/ui/page/print-frame.tsx'
import classes from './account.module.css'

const TITLE = 'Quayside recovery codes'

/** Hands the codes to the browser as a text file. */
function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${TITLE}.txt`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

interface RecoveryCodesProps {
  codes: readonly string[]
  /** The address of the account. */
  email: string
  /** The label of the last button. */
  done: string
  onDone: () => void
}

/** The recovery codes, shown this one time. */
export function RecoveryCodes({ codes, email, done, onDone }: RecoveryCodesProps) {
  const text = `${TITLE}, ${email}\nEach works once, instead of a code of the app.\n\n${codes.join('\n')}\n`
  const list = (
    <ol className={classes.codes} aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ol>
  )
  return (
    <div className={classes.form}>
      <Notice title="Keep these codes now">
        They are not shown again. If you lose your phone, each of them signs you in once. Keep them apart from your
        password.
      </Notice>
      {list}
      <div className={classes.buttons}>
        <CopyButton value={codes.join('\n')} timeout={3000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={<IconCopy size={16} aria-hidden />}
              onClick={copy}
              autoFocus
              data-autofocus
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => save(text)}>
          Download
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <Button onClick={onDone}>{done}</Button>
      <PrintFrame title={TITLE} about={`${email}. Each works once, instead of a code of the app.`}>
        {list}
      </PrintFrame>
    </div>
  )
}
