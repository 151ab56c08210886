import { Button, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contains } from '#contract/lib/fold.ts'
import { failedLookUp } from '#web/lib/feedback/failed-look-up.ts'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { ScrollRegion } from '#web/ui/page/scroll-region.tsx'
import { TextSearch } from '#web/ui/search/text-search.tsx'
import { SNIPPETS } from './shared/template-names.ts'
import { allBlocksQuery, allVariablesQuery } from './shared/templates.ts'
import classes from './templates.module.css'

interface SidePanelProps {
  /** False for a block, which may not use blocks. */
  withBlocks: boolean
  /** Groups of variables that only some system mails have, and this one has. */
  ownGroups: readonly string[]
  used: ReadonlySet<string>
  onInsert: (text: string) => void
}

/** Groups of variables that only system mails have. */
export const SYSTEM_GROUPS = ['reset.', 'tracking.']

/** Variables and blocks that a text may use: search, insert at the cursor; those in use are marked. */
export function SidePanel({ withBlocks, ownGroups, used, onInsert }: SidePanelProps) {
  const [search, setSearch] = useState('')
  const variables = useQuery(allVariablesQuery)
  const blocks = useQuery({ ...allBlocksQuery, enabled: withBlocks })
  const fault = failedLookUp(variables, blocks)
  const barred = SYSTEM_GROUPS.filter((group) => !ownGroups.includes(group))
  const found = (...texts: string[]) => texts.some((text) => contains(text, search))
  const shownVariables = variables.data?.filter(
    ({ name, identifier, description }) =>
      !barred.some((group) => identifier.startsWith(group)) && found(name, identifier, description),
  )
  const shownBlocks = blocks.data?.filter(({ title, identifier }) => found(title, identifier))
  return (
    <aside className={classes.side} aria-label="Variables and html-blocks">
      <div className={classes.snippets}>
        {SNIPPETS.map(({ label, text, hint }) => (
          <Tooltip key={label} label={hint}>
            <Button size="compact-sm" variant="default" onClick={() => onInsert(text)}>
              {label}
            </Button>
          </Tooltip>
        ))}
      </div>
      <TextSearch
        label="Search variables and html-blocks"
        placeholder="Search"
        value={search}
        onChange={setSearch}
        w="100%"
      />
      <ScrollRegion className={classes.names} label="Names">
        {fault && <Fault {...fault} />}
        {withBlocks && shownBlocks && (
          <Names
            title="Html-blocks"
            items={shownBlocks.map(({ title, identifier }) => ({
              name: title,
              identifier: `blocks.${identifier}`,
              description: '',
            }))}
            used={used}
            onInsert={onInsert}
          />
        )}
        {shownVariables && <Names title="Variables" items={shownVariables} used={used} onInsert={onInsert} />}
      </ScrollRegion>
    </aside>
  )
}

interface NamesProps {
  title: string
  items: readonly { name: string; identifier: string; description: string }[]
  used: ReadonlySet<string>
  onInsert: (text: string) => void
}

function Names({ title, items, used, onInsert }: NamesProps) {
  return (
    <section>
      <h2 className={classes.namesTitle}>{title}</h2>
      {items.length === 0 && <p className={classes.dim}>None found.</p>}
      <ul className={classes.nameList}>
        {items.map(({ name, identifier, description }) => (
          <li key={identifier}>
            <UnstyledButton
              className={classes.name}
              data-used={used.has(identifier) || undefined}
              onClick={() => onInsert(`{{ ${identifier} }}`)}
            >
              <span className={classes.nameText}>
                <span>
                  {/* A hidden word before the name, by which voice control finds the button. */}
                  <VisuallyHidden>Insert </VisuallyHidden>
                  {name}
                </span>
                <code>{identifier}</code>
                {description && <span className={classes.dim}>{description}</span>}
              </span>
              {used.has(identifier) ? (
                <span className={classes.used}>
                  <IconCheck size={14} aria-hidden /> used <VisuallyHidden>in this text</VisuallyHidden>
                </span>
              ) : (
                <IconPlus size={15} aria-hidden />
              )}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
