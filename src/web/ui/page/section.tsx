import { Collapse, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './section.module.css'

/** Milliseconds that a group takes to collapse. */
export const COLLAPSE_MS = 500

interface SectionProps {
  title: string
  /** Content beside the title: a count. */
  aside?: ReactNode
  /** True to open it, unless the user has opened or closed it before; it does not close by itself. */
  open?: boolean
  children: ReactNode
}

/** A collapsible group under its heading. */
export function Section({ title, aside, open = true, children }: SectionProps) {
  const [chosen, setOpened] = useState<boolean | null>(open || null)
  if (open && chosen === null) setOpened(true)
  const opened = chosen ?? false
  const id = useId()
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          <IconChevronRight className={classes.chevron} size={16} aria-hidden />
          <span>{title}</span>
          {aside !== undefined && <span className={classes.aside}>{aside}</span>}
        </UnstyledButton>
      </h2>
      <Collapse id={id} expanded={opened} transitionDuration={COLLAPSE_MS}>
        <div className={classes.content}>{children}</div>
      </Collapse>
    </section>
  )
}
