import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Run } from '#contract/runs/runs.ts'
import type { ConfirmedVoyage } from '#contract/sailings/date-change.ts'
import { faultOf } from '#web/lib/api/api-error.ts'
import { confirmLeave } from '#web/lib/browser/unsaved.ts'
import { SideDrawer } from '#web/ui/dialog/side-drawer.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { ChoiceSelect } from '#web/ui/form/search-select.tsx'
import classes from './date-change.module.css'
import { type DateSubject, voyagesQuery } from './date-change-calls.ts'
import { DateChangeForm } from './date-change-form.tsx'
import { shortDay } from './date-words.ts'
import { RunView } from './run-view.tsx'

const WIDTH = 1240

/** A vessel; its voyage is chosen first. */
interface Vessel {
  vesselId: number
  name: string
}

interface DateChangeDrawerProps {
  opened: boolean
  onClose: () => void
  of: DateSubject | Vessel
  returnTo: () => HTMLElement | null
}

/** Change dates over the page that it was opened from: the form, then the progress of the change. */
export function DateChangeDrawer({ opened, onClose, of, returnTo }: DateChangeDrawerProps) {
  const close = async () => {
    if (await confirmLeave()) onClose()
  }
  return (
    <SideDrawer
      opened={opened}
      onClose={() => void close()}
      title={`Change dates of ${of.name}`}
      width={WIDTH}
      returnTo={returnTo}
    >
      {'path' in of ? (
        <Steps subject={of} onClose={onClose} onCancel={() => void close()} />
      ) : (
        <OfVessel vessel={of} onClose={onClose} onCancel={() => void close()} />
      )}
    </SideDrawer>
  )
}

interface StepsProps {
  subject: DateSubject
  onClose: () => void
  onCancel: () => void
}

function Steps({ subject, onClose, onCancel }: StepsProps) {
  const [run, setRun] = useState<Run | null>(null)
  if (run) return <RunView started={run} onClose={onClose} />
  return <DateChangeForm subject={subject} onCancel={onCancel} onStarted={setRun} />
}

const labelOf = ({ voyage, orders, portEta }: ConfirmedVoyage) =>
  [voyage, `${orders} order${orders === 1 ? '' : 's'}`, portEta && `ETA ${shortDay(portEta)}`]
    .filter(Boolean)
    .join(' · ')

/** Voyages in confirmations without a sailing, and the form of the chosen one. */
function OfVessel({ vessel, ...steps }: { vessel: Vessel } & Omit<StepsProps, 'subject'>) {
  const { data: voyages, error, refetch, isFetching } = useQuery(voyagesQuery(vessel.vesselId))
  const [chosen, setChosen] = useState<string | null>(null)
  const fault = faultOf(error)
  if (fault && !voyages) return <Fault {...fault} onRetry={() => void refetch()} retrying={isFetching} />
  if (!voyages) return <LoadingBlock height={60} />
  if (voyages.length === 0)
    return (
      <p className={classes.dim}>
        No open order names a voyage of this vessel. Orders on a sailing change with their sailing.
      </p>
    )
  const voyage = voyages.find((each) => each.voyage === chosen)
  return (
    <>
      <ChoiceSelect
        label="Voyage"
        placeholder="Choose the voyage"
        data={voyages.map((each) => ({ value: each.voyage, label: labelOf(each) }))}
        value={chosen}
        onChange={setChosen}
        maw={420}
        mb="md"
        data-autofocus
      />
      {voyage && <Steps key={voyage.voyage} subject={subjectOf(vessel, voyage)} {...steps} />}
    </>
  )
}

const subjectOf = ({ vesselId, name }: Vessel, { voyage, etd, portEta }: ConfirmedVoyage): DateSubject => ({
  path: `vessel/${vesselId}/voyages/${encodeURIComponent(voyage)}`,
  name: `${name} ${voyage}`,
  dates: { etd, portEta },
})
