import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { TemplateListItem } from '#contract/templates/templates.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import classes from './templates.module.css'

/** The events that send a mail: the first, and the others behind a button. */
export function ConnectedEvents({ events, title }: Pick<TemplateListItem, 'events' | 'title'>) {
  const [opened, setOpened] = useState(false)
  const [first, ...rest] = events
  if (!first) return EMPTY
  return (
    <ul aria-label={`Events of ${title}`}>
      <li>
        {first.name}
        {rest.length > 0 && (
          <UnstyledButton className={classes.more} aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {opened ? 'less' : `+${rest.length}`}
            <VisuallyHidden>{` ${opened ? 'of the' : 'more'} events of ${title}`}</VisuallyHidden>
          </UnstyledButton>
        )}
      </li>
      {opened && rest.map(({ id, name }) => <li key={id}>{name}</li>)}
    </ul>
  )
}
