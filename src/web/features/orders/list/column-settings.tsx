import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import type { ColumnSettings } from '#contract/accounts/session.ts'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { lazyPart, loadAhead } from '#web/ui/parts/lazy-part.tsx'

const loadSwitches = () => import('./column-switches.tsx')
const ColumnSwitches = lazyPart(async () => (await loadSwitches()).ColumnSwitches)
const loadOfView = () => import('./columns-of-this-view.tsx')
const ColumnsOfThisView = lazyPart(async () => (await loadOfView()).ColumnsOfThisView)

interface ColumnSettingsProps {
  settings: ColumnSettings
  /** True for a view, saved or built in; only the whole list has the specified settings. */
  ofView: boolean
  /** The columns shown without a saved view. */
  chosenColumns: readonly string[]
}

/**
 * The 'Column settings' popup: columns of the orders list to show, saved per user. A view has all columns, which are a
 * part of it.
 */
export function ColumnSettingsButton({ settings, ofView, chosenColumns }: ColumnSettingsProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popup
      label={ofView ? 'Columns of this view' : 'Column settings'}
      opened={opened}
      onChange={setOpened}
      width={ofView ? 280 : 260}
      target={(target) => (
        <Button
          {...target}
          onPointerEnter={loadAhead(ofView ? loadOfView : loadSwitches)}
          variant="default"
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          Column settings
        </Button>
      )}
    >
      {ofView ? (
        <ColumnsOfThisView chosenColumns={chosenColumns} />
      ) : (
        <ColumnSwitches settings={settings} onClose={() => setOpened(false)} />
      )}
    </Popup>
  )
}
