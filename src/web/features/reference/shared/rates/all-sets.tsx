import { SegmentedControl, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RATE_SET_STATES, type RateSet } from '#contract/rates/rate-sets.ts'
import { useDates } from '#web/features/system/shared/settings.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { EMPTY } from '#web/lib/format/dates.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { TextLink } from '#web/ui/page/link.tsx'
import { ScrollRegion } from '#web/ui/page/scroll-region.tsx'
import { setsQuery } from './rate-calls.ts'
import type { RateSpec } from './rate-specs.ts'
import classes from './rates.module.css'
import { SetState } from './set-state.tsx'
import { STATE_WORDS } from './set-words.ts'
import { withSet } from './use-chosen-set.ts'

interface AllSetsProps {
  /** The page on which a set opens. */
  to: RateSpec['to']
  onClose: () => void
}

/** All rate sets, also those that were applied or cancelled. */
export function AllSets({ to, onClose }: AllSetsProps) {
  const [state, setState] = useState('')
  const { data: sets, error, refetch, isFetching } = useQuery(setsQuery(state || undefined))
  const fault = faultOf(error)
  return (
    <Dialog opened onClose={onClose} title="All rate sets" size={920}>
      <div className={classes.states}>
        <SegmentedControl
          aria-label="State"
          value={state}
          onChange={setState}
          data={[
            { value: '', label: 'All' },
            ...RATE_SET_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
          ]}
        />
      </div>
      {fault && <Fault {...fault} onRetry={() => void refetch()} retrying={isFetching} />}
      {!sets && !fault && <LoadingBlock height={160} />}
      {sets?.length === 0 && (
        <p className={classes.dim}>
          {state ? 'No rate set is in this state.' : 'No rate sets yet. New rates… prepares the first one.'}
        </p>
      )}
      {sets && sets.length > 0 && <SetTable sets={sets} to={to} onClose={onClose} />}
    </Dialog>
  )
}

function SetTable({ sets, to, onClose }: AllSetsProps & { sets: readonly RateSet[] }) {
  const dates = useDates()
  return (
    <ScrollRegion label="Rate sets" className={classes.scrolled}>
      <Table aria-label="All rate sets" verticalSpacing={6} miw={720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th className={classes.number}>Changes</Table.Th>
            <Table.Th>Made by</Table.Th>
            <Table.Th>Applied</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sets.map((set) => (
            <Table.Tr key={set.id}>
              <Table.Td>
                <TextLink to={to} search={(before: object) => withSet(before, set.id)} onClick={onClose}>
                  {set.name}
                </TextLink>
              </Table.Td>
              <Table.Td>
                <SetState set={set} />
              </Table.Td>
              <Table.Td>{dates.date(set.validFrom)}</Table.Td>
              <Table.Td className={classes.number}>{set.changes}</Table.Td>
              <Table.Td>{set.madeBy.name}</Table.Td>
              <Table.Td>{set.appliedAt ? dates.dateTime(set.appliedAt) : EMPTY}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}
