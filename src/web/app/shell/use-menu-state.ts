import { useState } from 'react'
import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'

const KEY = 'quayside-menu'

/** The state of the side menu: collapsed or not as it was left, else by the room there is. */
export function useMenuState() {
  const [collapsed, setCollapsed] = useState(() => {
    const stored = readStored(KEY)
    return stored ? stored === 'collapsed' : window.matchMedia('(max-width: 1100px)').matches
  })
  const toggle = () => {
    writeStored(KEY, collapsed ? 'expanded' : 'collapsed')
    setCollapsed(!collapsed)
  }
  return { collapsed, toggle }
}
