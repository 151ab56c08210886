import { useEffect, useRef } from 'react'
import { readStored, writeStored } from './browser-storage.ts'
import { createStore, useStore } from './store.ts'

const KEY = 'quayside-shortcuts'
const shortcutsOn = createStore(readStored(KEY) !== 'off')

/** The switch of all single-key shortcuts, kept in the browser. */
export function useShortcutSwitch() {
  const on = useStore(shortcutsOn)
  const flip = () => {
    writeStored(KEY, on ? 'off' : null)
    shortcutsOn.set(!on)
  }
  return { on, flip }
}

/** Inputs that take letters; a checkbox takes none. */
const TYPING =
  'input:not([type="checkbox"]), textarea, select, iframe, [contenteditable]:not([contenteditable="false"])'
/** Elements with keys of their own: an open menu or list, a grid, a dialog. */
const OWN_KEYS = '[role="dialog"], [role="menu"], [role="listbox"], [role="grid"]'

/**
 * True if a key press may act as a single-key shortcut: shortcuts are on, nothing else has used the key, no
 * modifier is held (Shift may be part of the key, as in '?'), and the focus is in no input, dialog, menu or
 * grid.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  if (!shortcutsOn.get() || event.defaultPrevented || event.repeat) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const at = event.target instanceof Element ? event.target : document.body
  return !at.closest(TYPING) && !at.closest(OWN_KEYS) && !document.querySelector('[aria-modal="true"]')
}

/** Single-key shortcuts by `event.key`, while the component is on screen, under `isShortcut`. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const run = isShortcut(event) && Object.hasOwn(latest.current, event.key) && latest.current[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
