import { useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import classes from './theme-switch.module.css'

const SCHEMES = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const

/** The choice of three themes, kept in the browser. */
export function ThemeChoices() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
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
  )
}
