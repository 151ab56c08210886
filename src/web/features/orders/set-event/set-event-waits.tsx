import { Skeleton } from '@mantine/core'
import classes from '#web/features/orders/shared/set-event/set-event.module.css'

/** The set-event form before its choices are known: its fields and, beside or below them, the mail. */
export const SetEventWaits = () => (
  <div className={classes.room} aria-hidden>
    <div className={classes.form}>
      <div className={classes.fields}>
        <Skeleton h={104} />
        <Skeleton h={58} />
        <Skeleton h={58} />
        <Skeleton h={112} />
        <Skeleton h={120} />
      </div>
      <div className={classes.mail}>
        <Skeleton h={420} />
      </div>
    </div>
  </div>
)
