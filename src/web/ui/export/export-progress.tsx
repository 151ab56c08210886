import { Button, Progress } from '@mantine/core'
import type { ExportProgress as At } from '#web/lib/resource/use-export.ts'
import classes from './export.module.css'

const PERCENT = 100
const grouped = (n: number) => n.toLocaleString('en').replaceAll(',', '\u00a0')
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function wordsOf({ rows, done, bytes }: At): string {
  if (bytes === 0) return 'Export begins …'
  if (rows === null) return megabytes(bytes)
  return done === null ? `${grouped(rows)} rows, ${megabytes(bytes)}` : `${grouped(done)} of ${grouped(rows)} rows`
}

/** The progress of an export, and the button that cancels it. */
export function ExportProgress({ progress, onCancel }: { progress: At; onCancel: () => void }) {
  const { rows, done } = progress
  const share = done !== null && rows ? done / rows : null
  return (
    <div className={classes.progress}>
      <div className={classes.state}>
        <span className={classes.words}>{wordsOf(progress)}</span>
        <Progress size={4} aria-label="Export" value={(share ?? 1) * PERCENT} animated={share === null} />
      </div>
      <Button size="compact-md" variant="default" onClick={onCancel}>
        Cancel export
      </Button>
    </div>
  )
}
