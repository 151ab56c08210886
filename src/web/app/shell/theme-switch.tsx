import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useState } from 'react'
import { Popup } from '#web/ui/dialog/popup.tsx'
import { lazyPart, loadAhead } from '#web/ui/parts/lazy-part.tsx'

const load = () => import('./theme-choices.tsx')
const ThemeChoices = lazyPart(async () => (await load()).ThemeChoices)

/** The menu of themes: light, dark or the system's. */
export function ThemeSwitch() {
  const [opened, setOpened] = useState(false)
  const Icon = useComputedColorScheme('light') === 'dark' ? IconMoon : IconSun
  return (
    <Popup
      label="Theme"
      width={160}
      opened={opened}
      onChange={setOpened}
      target={(target) => (
        <ActionIcon {...target} size={32} aria-label="Theme" title="Theme" onPointerEnter={loadAhead(load)}>
          <Icon size={18} aria-hidden />
        </ActionIcon>
      )}
    >
      <ThemeChoices />
    </Popup>
  )
}
