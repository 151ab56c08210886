import { SegmentedControl } from '@mantine/core'
import { Section } from '#web/ui/page/section.tsx'
import classes from './templates.module.css'

interface ConditionsProps {
  conditions: readonly string[]
  /** Chosen outcomes by condition; the order decides the others. */
  chosen: Record<string, boolean>
  onChange: (chosen: Record<string, boolean>) => void
}

/** Conditions shown at once: more would push the mail off the screen. */
const SHOWN_AT_ONCE = 2

const CHOICES = [
  { value: 'order', label: 'As in the order' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** The conditions of a text, to preview either branch whatever the order. */
export function Conditions({ conditions, chosen, onChange }: ConditionsProps) {
  if (conditions.length === 0) return null
  const choose = (condition: string, value: string) => {
    const { [condition]: _, ...rest } = chosen
    onChange(value === 'order' ? rest : { ...rest, [condition]: value === 'true' })
  }
  return (
    <Section title="Conditions" aside={conditions.length} open={conditions.length <= SHOWN_AT_ONCE}>
      <div className={classes.conditions}>
        {conditions.map((condition) => (
          <div key={condition} className={classes.condition}>
            <SegmentedControl
              size="xs"
              aria-label={`Condition ${condition}`}
              value={condition in chosen ? String(chosen[condition]) : 'order'}
              onChange={(value) => choose(condition, value)}
              data={CHOICES}
            />
            <code>{condition}</code>
          </div>
        ))}
      </div>
    </Section>
  )
}
