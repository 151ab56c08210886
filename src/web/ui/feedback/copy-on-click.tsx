import { CopyButton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './copy-on-click.module.css'

interface CopyProps {
  value: string
  /** A name for the value: 'tracking code'. */
  what: string
}

/** A text that a click copies; `children` are shown in its place. */
export function CopyOnClick({ value, what, children = value }: CopyProps & { children?: ReactNode }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <UnstyledButton className={classes.text} onClick={copy} title={`Copy ${what}`}>
          <span>{children}</span>
          <CopyMark copied={copied} />
          <VisuallyHidden aria-live="polite">{copied ? 'Copied' : ''}</VisuallyHidden>
        </UnstyledButton>
      )}
    </CopyButton>
  )
}

/** A small copy button beside a link. It is plain, because a list has one in each row. */
export function CopyIcon({ value, what }: CopyProps) {
  const { copy, copied } = useClipboard({ timeout: 1500 })
  return (
    <button
      type="button"
      className={classes.icon}
      onClick={() => copy(value)}
      aria-label={copied ? 'Copied' : `Copy ${what}`}
      title={`Copy ${what}`}
    >
      <CopyMark copied={copied} />
    </button>
  )
}

function CopyMark({ copied }: { copied: boolean }) {
  return copied ? (
    <IconCheck size={14} aria-hidden className={classes.done} />
  ) : (
    <IconCopy size={14} aria-hidden className={classes.mark} />
  )
}
