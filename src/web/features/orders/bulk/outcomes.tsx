import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { LeftOut, RunPreview } from '#contract/runs/start-run.ts'
import { OrderNames } from '#web/features/orders/shared/order-names.tsx'
import { outcomeWords, withoutMailWords, withoutPdfWords } from '#web/features/runs/shared/run-words.ts'
import classes from './bulk.module.css'

/** Which orders that an event tells nothing new are left out, and how to change that. */
export interface LeavingOut {
  leaveOut: readonly LeftOut[]
  onLeaveOut: (leaveOut: readonly LeftOut[]) => void
}

interface OutcomesProps {
  preview: RunPreview
  /** Without it, nobody is asked what to leave out. */
  leaving?: LeavingOut | undefined
}

const isLeftOut = (outcome: string): outcome is LeftOut => outcome === 'has-already' || outcome === 'further-on'

/** The orders of a run by what it does to them: each count opens its orders. */
export function Outcomes({ preview: { outcomes, noAddress, attachments }, leaving }: OutcomesProps) {
  return (
    <ul className={classes.outcomes}>
      {outcomes.map(({ outcome, ids, count, reason }) => (
        <Counted key={`${outcome} ${reason}`} ids={ids} words={outcomeWords({ outcome, count, reason })}>
          {leaving && isLeftOut(outcome) && <LeaveOut outcome={outcome} {...leaving} />}
        </Counted>
      ))}
      {noAddress && noAddress.count > 0 && <Counted ids={noAddress.ids} words={withoutMailWords(noAddress.count)} />}
      {attachments?.cannot.map(({ ids, count, reason }) => (
        <Counted key={reason} ids={ids} words={withoutPdfWords(count, reason)} />
      ))}
    </ul>
  )
}

function LeaveOut({ outcome, leaveOut, onLeaveOut }: LeavingOut & { outcome: LeftOut }) {
  const others = leaveOut.filter((each) => each !== outcome)
  return (
    <Checkbox
      size="xs"
      label="Leave out"
      aria-label={outcome === 'has-already' ? 'Leave out orders that have it' : 'Leave out orders that are further on'}
      checked={leaveOut.includes(outcome)}
      onChange={({ currentTarget }) => onLeaveOut(currentTarget.checked ? [...others, outcome] : others)}
    />
  )
}

interface CountedProps {
  words: string
  ids: readonly number[]
  children?: React.ReactNode
}

/** A count in words, which opens its orders. */
function Counted({ words, ids, children }: CountedProps) {
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
      {opened && (
        <div className={classes.named}>
          <OrderNames ids={ids} />
        </div>
      )}
    </li>
  )
}
