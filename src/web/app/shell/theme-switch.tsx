import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useState } from 'react'
import { Popup } from '#web/ui/dialog/popup.tsx'
import classes from './theme-switch.module.css'

const SCHEMES = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const

/** Light, dark or the system's theme; kept in the browser. */
export function ThemeSwitch() {
  const [opened, setOpened] = useState(false)
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const Icon = useComputedColorScheme('light') === 'dark' ? IconMoon : IconSun
  return (
    <Popup
      label="Theme"
      width={160}
      opened={opened}
      onChange={setOpened}
      target={(target) => (
        <ActionIcon {...target} size={32} aria-label="Theme" title="Theme">
          <Icon size={18} aria-hidden />
        </ActionIcon>
      )}
    >
      <div role="radiogroup" aria-label="Theme" className={classes.schemes}>
        {SCHEMES.map((scheme) => (
          <label key={scheme.value} className={classes.scheme}>
            <input
              type="radio"
              name="theme"
              className={classes.input}
              checked={colorScheme === scheme.value}
              onChange={() => setColorScheme(scheme.value)}
            />
            <scheme.icon size={16} aria-hidden />
            {scheme.label}
          </label>
        ))}
      </div>
    </Popup>
  )
}
