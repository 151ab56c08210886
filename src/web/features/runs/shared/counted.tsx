import { Anchor, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './counted.module.css'

/** Rows named for one count, at most; there may be thousands. */
export const MOST_NAMED = 20

interface CountedProps {
  words: string
  /** The names of what was counted. */
  named: ReactNode
  children?: ReactNode
}

/** A count in words, which opens its names. */
export function Counted({ words, named, children }: CountedProps) {
  const [opened, setOpened] = useState(false)
  const Icon = opened ? IconChevronDown : IconChevronRight
  return (
    <li>
      <div className={classes.counted}>
        <UnstyledButton type="button" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <Icon size={14} aria-hidden /> {words}
        </UnstyledButton>
        {children}
      </div>
      {opened && named}
    </li>
  )
}

interface NamedRowsProps {
  rows: readonly { id: number; href: string; name: string; company: string }[]
  /** How many are not named. */
  more: number
}

/** Orders or offers by name and company, each a link to its page in another tab: this form stays. */
export const NamedRows = ({ rows, more }: NamedRowsProps) => (
  <div className={classes.named}>
    {rows.map(({ id, href, name, company }) => (
      <span key={id} className={classes.one}>
        <Anchor size="sm" href={href} target="_blank">
          {name}
        </Anchor>
        {company}
      </span>
    ))}
    {more > 0 && <span>and {more.toLocaleString('en')} more</span>}
  </div>
)
