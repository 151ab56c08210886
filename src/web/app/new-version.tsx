import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { otherBuild, reloadPage } from '#web/lib/build.ts'
import { useStore } from '#web/lib/store.ts'
import classes from './new-version.module.css'

const TEXTS = {
  newer: 'A new version is there',
  unfit: 'Page and server are of different versions',
}

/** Offers, in the header, to load the page again when the server has another build of it. */
export function NewVersion() {
  const kind = useStore(otherBuild)
  return (
    <div role="status" aria-label="Version" className={classes.root}>
      {kind && (
        <>
          <span className={classes.text}>{TEXTS[kind]}</span>
          <Button
            size="compact-sm"
            className={classes.button}
            leftSection={<IconRefresh size={16} aria-hidden />}
            title={`${TEXTS[kind]}. Drafts are kept; save other input first.`}
            onClick={reloadPage}
          >
            <span className={classes.label}>Reload</span>
          </Button>
        </>
      )}
    </div>
  )
}
