import { Skeleton } from '@mantine/core'
import classes from '#web/features/orders/shared/set-event/set-event.module.css'

/** The set-event form before its choices are known: its fields and, beside or below them, the mail, as high as they will be. */
export const SetEventWaits = () => (
  <div className={classes.room} aria-hidden>
    <div className={classes.form}>
      <div className={classes.fields}>
        <Skeleton h={130} />
        <Skeleton h={91} />
        <Skeleton h={101} />
        <Skeleton h={167} />
        <Skeleton h={94} />
      </div>
      <div className={classes.mail}>
        <Skeleton h={240} />
      </div>
    </div>
  </div>
)
