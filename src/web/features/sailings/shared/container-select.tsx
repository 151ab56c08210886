import { NativeSelect } from '@mantine/core'
import type { Sailing } from '#contract/sailings/sailings.ts'
import { boxName, fuller, ofCapacity, sizeTypeLabel } from './sailing-looks.ts'

interface ContainerSelectProps {
  sailing: Sailing
  /** The container's id; '' for none. */
  value: string
  onChange: (value: string) => void
}

/** The choice of one of the sailing's containers, or of none: the way without a mouse. */
export function ContainerSelect({ sailing, value, onChange }: ContainerSelectProps) {
  return (
    <NativeSelect
      aria-label="Container"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'No container' },
        ...sailing.containers.map((box) => {
          const { used, capacity, unit } = fuller(box)
          return {
            value: String(box.id),
            label: `${boxName(box)}, ${sizeTypeLabel(box.sizeType)}: ${ofCapacity(used, capacity, unit)}`,
          }
        }),
      ]}
    />
  )
}

/** The container's id from a select's value; null for none. */
export const containerOf = (value: string) => (value === '' ? null : Number(value))
