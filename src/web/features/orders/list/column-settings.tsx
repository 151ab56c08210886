import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import type { ColumnSettings } from '#contract/accounts/session.ts'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { lazyPart, loadAhead } from '#web/ui/parts/lazy-part.tsx'

const load = () => import('./column-switches.tsx')
const ColumnSwitches = lazyPart(async () => (await load()).ColumnSwitches)

/** The 'Column settings' popup: columns of the orders list to show, saved per user. */
export function ColumnSettingsButton({ settings }: { settings: ColumnSettings }) {
  const [opened, setOpened] = useState(false)
  return (
    <Popup
      label="Column settings"
      opened={opened}
      onChange={setOpened}
      target={(target) => (
        <Button
          {...target}
          onPointerEnter={loadAhead(load)}
          variant="default"
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          Column settings
        </Button>
      )}
    >
      <ColumnSwitches settings={settings} onClose={() => setOpened(false)} />
    </Popup>
  )
}
