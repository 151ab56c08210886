import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-tabs.module.css'

interface PageTabsProps<Value extends string> {
  label: string
  value: Value
  /** Tabs in order; only the open one mounts its content. */
  tabs: readonly { value: Value; label: string; content: ReactNode }[]
  onChange: (value: Value) => void
}

/** The tabs of a page, whose content fills the rest of it. The arrow keys move, Enter opens. */
export function PageTabs<Value extends string>({ label, value, tabs, onChange }: PageTabsProps<Value>) {
  const open = (wanted: string | null) => {
    const found = tabs.find((tab) => tab.value === wanted)
    if (found) onChange(found.value)
  }
  return (
    <Tabs value={value} onChange={open} keepMounted={false} className={classes.tabs} activateTabWithKeyboard={false}>
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value} className={classes.panel}>
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
