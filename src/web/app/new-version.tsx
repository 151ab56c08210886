import { Button } from '@mantine/core'
import { otherBuild, reloadPage } from '#web/lib/api/build.ts'
import { useStore } from '#web/lib/browser/store.ts'
import classes from './new-version.module.css'

const TEXTS = { newer: 'A new version is available', unfit: 'Page and server versions differ' }

/** Offers a reload, in the header, when the server runs another build. */
export function NewVersion() {
  const kind = useStore(otherBuild)
  return (
    <div role="status" aria-label="Version" className={classes.root}>
      {kind && <span className={classes.text}>{TEXTS[kind]}</span>}
      {kind && (
        <Button
          size="compact-sm"
          className={classes.button}
          title="Drafts are kept. Save your other changes first."
          onClick={reloadPage}
        >
          <span className={classes.label}>Reload</span>
          <span className={classes.sign} aria-hidden>
            ↻
          </span>
        </Button>
      )}
    </div>
  )
}
