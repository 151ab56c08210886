import { Switch } from '@mantine/core'
import { useState } from 'react'
import { pageActions } from '#web/lib/browser/page-actions.ts'
import { useShortcutSwitch } from '#web/lib/browser/shortcuts.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import classes from './box.module.css'
import { BOX_KEY, GO_KEYS } from './box-keys.ts'
import { Keys } from './keys.tsx'

interface KeyLine {
  keys: string
  label: string
}

const GO: KeyLine[] = Object.entries(GO_KEYS).map(([key, { label }]) => ({ keys: `g ${key}`, label }))

/** Keys for a list, if the page has one, and for its search field. */
const movesHere = (): KeyLine[] => [
  ...(document.querySelector('main tr[data-index]')
    ? [
        { keys: 'j', label: 'Next row' },
        { keys: 'k', label: 'Previous row' },
        { keys: 'Enter', label: 'Open the row' },
        { keys: 'Esc', label: 'Leave the row' },
      ]
    : []),
  ...(document.querySelector('main input[data-search]') ? [{ keys: '/', label: 'Search this list' }] : []),
]

/** The key as printed: a capital letter is typed with Shift. */
const printed = (key: string) => (/^[A-Z]$/.test(key) ? `Shift ${key}` : key)

/** Keys of the page, its own before those of every list. */
function keysHere(): KeyLine[] {
  const own = pageActions().flatMap(({ label, keys }) => (keys ? [{ label, keys: printed(keys) }] : []))
  const moves = movesHere().filter((move) => !own.some(({ keys }) => keys === move.keys))
  return [...own, ...moves].filter(({ keys }, index, all) => all.findIndex((line) => line.keys === keys) === index)
}

/** The sheet of all keys that work on this page, with the switch for single letters. */
export function KeysSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { on, flip } = useShortcutSwitch()
  const [here] = useState(keysHere)
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size="md">
      <div className={classes.sheet}>
        <Switch
          label="Single-key shortcuts"
          description={`Never while you type. ${BOX_KEY} always works.`}
          checked={on}
          onChange={flip}
        />
        {here.length > 0 && <Lines title="On this page" lines={here} />}
        <Lines
          title="Anywhere"
          lines={[
            { keys: BOX_KEY, label: 'Find anything, or do something' },
            { keys: 'n', label: 'New order for …' },
            { keys: '?', label: 'This sheet' },
          ]}
        />
        <Lines title="Go to" lines={GO} />
      </div>
    </Dialog>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly KeyLine[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {lines.map(({ keys, label }) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
