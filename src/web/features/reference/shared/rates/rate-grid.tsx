import { Button, Group, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconHistory, IconPlayerStop, IconPlus, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { RateChangeInput, RateSet } from '#contract/rates/rate-sets.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { showError } from '#web/lib/feedback/toast.ts'
import { GridTable } from '#web/ui/grid/grid-table.tsx'
import { NotSaved } from './not-saved.tsx'
import { readPercent } from './percent.ts'
import { writeChanges } from './rate-calls.ts'
import type { RateEdits } from './rate-edits.ts'
import type { RateTable } from './rate-lines.ts'
import type { RateSpec } from './rate-specs.ts'
import classes from './rates.module.css'
import { type RateGrid, useRateGrid } from './use-rate-grid.ts'

const FIRST_PX = 260
const COLUMN_PX = 136
const ROW_PX = 40

interface RateGridProps {
  set: RateSet
  spec: RateSpec
  table: RateTable
  edits: RateEdits
  onHistory: (record: { id: number; name: string }) => void
  onAdd: () => void
  onImport: () => void
}

/** The figures of a page in a set, edited like a sheet: a changed cell shows the new one above the expected one. */
export function RateGridPart({ spec, table, edits, ...props }: RateGridProps) {
  const grid = useRateGrid(spec, table, edits)
  return (
    <>
      <NotSaved edits={edits} onGo={(key) => grid.goTo(key)} />
      <SelectionBar {...props} spec={spec} grid={grid} edits={edits} />
      <GridTable
        key={grid.grid.rows.length}
        grid={grid.grid}
        scroll={`rates-${spec.entity}`}
        first={FIRST_PX}
        column={COLUMN_PX}
        row={ROW_PX}
      />
      <p className={classes.hint}>
        Arrow keys move, typing replaces, Delete takes a change out, Shift selects a block; blocks can be copied to and
        from a spreadsheet. Each edit is saved at once.
      </p>
    </>
  )
}

interface BarProps extends Omit<RateGridProps, 'table'> {
  grid: RateGrid
}

/** What can be done to the selected cells and their rows. */
function SelectionBar({ set, spec, grid, edits, onHistory, onAdd, onImport }: BarProps) {
  const selected = useStore(grid.selected)
  const isFreight = spec.entity === 'freight'
  const [first] = selected
  const line = first && grid.lineOf(first)
  return (
    <Group gap="xs" mb="xs" role="group" aria-label="Selected cells" className={classes.selection}>
      {spec.figures.every(({ flags }) => !flags) && <PercentField grid={grid} />}
      {isFreight && <EndButton set={set} grid={grid} edits={edits} />}
      <Button
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden />}
        disabled={!line || line.recordId === null}
        onClick={() => line && line.recordId !== null && onHistory({ id: line.recordId, name: line.name })}
      >
        History of rates
      </Button>
      <span className={classes.selected} role="status">
        {first && (selected.length === 1 ? grid.nameOf(first) : `${selected.length} cells`)}
      </span>
      {isFreight && (
        <>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
            Add lane
          </Button>
          {set.state === 'draft' && (
            <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={onImport}>
              Import
            </Button>
          )}
        </>
      )}
    </Group>
  )
}

const NO_PERCENT = 'Type it as +5 or -2.5'

function PercentField({ grid }: { grid: RateGrid }) {
  const [typed, setTyped] = useState('+5 %')
  const [error, setError] = useState<string | null>(null)
  const change = () => {
    const percent = readPercent(typed)
    setError(percent === null ? NO_PERCENT : null)
    if (percent !== null) grid.changeBy(percent)
  }
  return (
    <form
      className={classes.percent}
      onSubmit={(event) => {
        event.preventDefault()
        change()
      }}
    >
      <TextInput
        w={90}
        aria-label="Percent"
        autoComplete="off"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button variant="default" type="submit">
        Change by %
      </Button>
    </form>
  )
}

/** Ends the selected lanes, or keeps those that end; new ones are taken out. */
function EndButton({ set, grid, edits }: Pick<BarProps, 'set' | 'grid' | 'edits'>) {
  const selected = useStore(grid.selected)
  const [busy, setBusy] = useState(false)
  const lines = [...new Set(selected.map(grid.lineOf))]
  const [first] = lines
  const back = first?.state !== undefined
  const end = async () => {
    setBusy(true)
    try {
      // Edits of these lanes come first: a lane that ends takes them out.
      await edits.send()
      await writeChanges(
        set.id,
        lines.flatMap(({ recordId, lane, state }): RateChangeInput[] => {
          if (recordId === null) return back && lane ? [{ entity: 'freight', add: { ...lane, cbm: null } }] : []
          return back === (state === 'ends') ? [{ entity: 'freight', recordId, end: !back }] : []
        }),
      )
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  const what = lines.length > 1 ? `${lines.length} lanes` : 'lane'
  const Icon = back ? IconArrowBackUp : IconPlayerStop
  return (
    <Button
      variant="default"
      loading={busy}
      disabled={!first}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => void end()}
    >
      {!back ? `End ${what}` : first?.state === 'new' ? `Take ${what} out` : `Keep ${what}`}
    </Button>
  )
}
