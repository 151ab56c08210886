import { IconEye, IconPencil } from '@tabler/icons-react'
import type { OpenRecord } from './people.ts'
import classes from './presence.module.css'
import { presenceWords } from './presence-words.ts'
import { usePresence } from './use-presence.ts'

interface PresenceProps extends OpenRecord {
  /** The part that I am editing, as others read it: 'Shipment'; null while I only look. */
  part: string | null
  /** What it is called to write in it, in place of 'editing': 'replying'. */
  verb?: string
}

/**
 * The others who have this record open: 'Marta is editing Shipment, Tom is here'. Tells them about me as
 * well. It locks nothing.
 */
export function Presence({ part, verb, ...record }: PresenceProps) {
  const others = usePresence(record, part)
  const words = presenceWords(others, verb)
  const Icon = others.some(({ mode }) => mode === 'edit') ? IconPencil : IconEye
  return (
    <span role="status" aria-label="Also here" className={classes.presence} title={words || undefined}>
      {words && <Icon size={14} aria-hidden />}
      <span className={classes.words}>{words}</span>
    </span>
  )
}
