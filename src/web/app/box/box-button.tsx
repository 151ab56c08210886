import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect } from 'react'
import { boxOpened } from '#web/lib/browser/box.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { whenStill } from '#web/lib/browser/when-still.ts'
import { lazyPart } from '#web/ui/parts/lazy-part.tsx'
import { OnDemand } from '#web/ui/parts/on-demand.tsx'
import classes from './box.module.css'
import { BOX_KEY } from './box-keys.ts'
import { keepEarlyKeys } from './early-keys.ts'
import { keysShown } from './keys-shown.ts'
import { useGlobalKeys } from './use-global-keys.ts'

const load = () => import('./box.tsx')
const Box = lazyPart(async () => (await load()).Box)
const KeysSheet = lazyPart(async () => (await import('./keys-sheet.tsx')).KeysSheet)

/** The button of the box, the box itself, its key, and the sheet of keys. */
export function BoxButton() {
  const opened = useStore(boxOpened)
  const keys = useStore(keysShown)
  useEffect(keepEarlyKeys, [])
  useGlobalKeys()
  useEffect(() => {
    // A failed load is repeated when the box opens.
    void whenStill()
      .then(load)
      .catch(() => undefined)
    // The next person to sign in begins with an empty box.
    return () => {
      boxOpened.set(false)
      keysShown.set(false)
    }
  }, [])
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-label="Find anything"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        title={`Find anything (${BOX_KEY})`}
        onClick={() => boxOpened.set(true)}
      >
        <IconSearch size={16} aria-hidden />
        <span>Find</span>
        {/* The style sheet draws the text: it is no part of the button's name. */}
        <kbd data-keys={BOX_KEY} aria-hidden />
      </UnstyledButton>
      <OnDemand opened={opened}>
        <Box opened={opened} />
      </OnDemand>
      <OnDemand opened={keys}>
        <KeysSheet opened={keys} onClose={() => keysShown.set(false)} />
      </OnDemand>
    </>
  )
}
