import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconAlertCircleFilled } from '@tabler/icons-react'
import classes from './orders.module.css'

/** The mark of an order that the last run could not do, with the reason on hover, focus and touch. */
export const FailedMark = ({ reason }: { reason: string }) => (
  <Tooltip label={reason} multiline maw={420} events={{ hover: true, focus: true, touch: true }}>
    <UnstyledButton className={classes.failed} aria-label={`Not done: ${reason}`}>
      <IconAlertCircleFilled size={16} aria-hidden />
    </UnstyledButton>
  </Tooltip>
)
