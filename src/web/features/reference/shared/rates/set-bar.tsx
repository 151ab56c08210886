import { Button, Menu } from '@mantine/core'
import {
  IconCalendarEvent,
  IconChartHistogram,
  IconDotsVertical,
  IconPencil,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { RATE_ENTITIES } from '#contract/rates/rate-entities.ts'
import { type RateDiffRow, type RateSet, UNDO_HOURS } from '#contract/rates/rate-sets.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { MenuInPlace } from '#web/ui/dialog/menu-in-place.tsx'
import type { RateEdits } from './rate-edits.ts'
import { RATE_SPECS, type RateSpec } from './rate-specs.ts'
import classes from './rates.module.css'
import { SetActs, type SetQuestion } from './set-acts.tsx'
import { SetState } from './set-state.tsx'
import { changesText, fromText, isOpen } from './set-words.ts'
import { withSet } from './use-chosen-set.ts'

const HOUR_MS = 3_600_000

interface SetBarProps {
  set: RateSet
  spec: RateSpec
  changes: readonly RateDiffRow[]
  edits: RateEdits
}

/** True while an applied set can still be undone. */
const canUndo = ({ state, appliedAt }: RateSet) =>
  (state === 'current' || state === 'past') &&
  appliedAt !== null &&
  Date.parse(appliedAt) > Date.now() - UNDO_HOURS * HOUR_MS

/** A set above its rates: what it is, where its changes are, and what can be done with it. */
export function SetBar({ set, spec, changes, edits }: SetBarProps) {
  const [asked, setAsked] = useState<SetQuestion | null>(null)
  const isDraft = set.state === 'draft'
  const more = [
    isOpen(set) && { label: 'Edit…', icon: IconPencil, asks: 'edit' as const },
    isOpen(set) && { label: 'Cancel…', icon: IconX, asks: 'cancel' as const },
    (isDraft || (set.state === 'cancelled' && !set.appliedAt)) && {
      label: 'Delete…',
      icon: IconTrash,
      asks: 'delete' as const,
    },
  ].filter((each) => each !== false)
  return (
    <section className={classes.bar} aria-label="Rate set">
      <Facts set={set} spec={spec} changes={changes} edits={edits} />
      <div className={classes.acts}>
        {set.state !== 'past' && set.state !== 'cancelled' && (
          <Button
            variant="default"
            leftSection={<IconChartHistogram size={16} aria-hidden />}
            onClick={() => setAsked('simulate')}
          >
            What would this do?
          </Button>
        )}
        {isOpen(set) && (
          <Button variant="default" onClick={() => setAsked('apply')}>
            Apply now…
          </Button>
        )}
        {isDraft && (
          <Button leftSection={<IconCalendarEvent size={16} aria-hidden />} onClick={() => setAsked('schedule')}>
            Schedule…
          </Button>
        )}
        {canUndo(set) && (
          <Button variant="default" onClick={() => setAsked('undo')}>
            Undo…
          </Button>
        )}
        {more.length > 0 && (
          <MenuInPlace position="bottom-end">
            <Menu.Target>
              <Button variant="default" aria-label={`More for ${set.name}`} px={8}>
                <IconDotsVertical size={18} aria-hidden />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {more.map(({ label, icon: Icon, asks }) => (
                <Menu.Item key={asks} leftSection={<Icon size={16} aria-hidden />} onClick={() => setAsked(asks)}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </MenuInPlace>
        )}
      </div>
      <SetActs set={set} to={spec.to} asked={asked} edits={edits} onClose={() => setAsked(null)} />
    </section>
  )
}

function Facts({ set, spec, changes, edits }: SetBarProps) {
  const dates = useDates()
  const { unsaved, busy } = useStore(edits.state)
  const waiting = busy || [...unsaved.values()].some(({ error }) => error === null)
  const counts = RATE_ENTITIES.map((entity) => ({
    of: RATE_SPECS[entity],
    count: changes.filter((change) => change.entity === entity).length,
  })).filter(({ count }) => count > 0)
  return (
    <div className={classes.facts}>
      <h2 className={classes.name}>{set.name}</h2>
      <SetState set={set} />
      <span>{set.validFrom ? `from ${fromText(set.validFrom, dates)}` : 'no day yet'}</span>
      <span className={classes.counts}>
        {counts.length === 0
          ? changesText(0)
          : counts.map(({ of, count }) => (
              <Link
                key={of.entity}
                to={of.to}
                search={withSet({}, set.id)}
                aria-current={of.entity === spec.entity ? 'true' : undefined}
              >
                {of.title} {count}
              </Link>
            ))}
      </span>
      <span className={classes.dim}>by {set.madeBy.name}</span>
      <span className={classes.dim} role="status">
        {waiting ? 'Saving…' : unsaved.size === 0 && isOpen(set) && set.changes > 0 ? 'All saved' : ''}
      </span>
      {set.note && <p className={classes.note}>{set.note}</p>}
    </div>
  )
}
