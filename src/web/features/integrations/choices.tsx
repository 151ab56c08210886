import { Checkbox } from '@mantine/core'
import type { ComponentProps } from 'react'
import classes from './integrations.module.css'

/** Stands for all of them among the values of the group; it is never part of a choice. */
const ALL = '*'

type GroupProps = Pick<ComponentProps<typeof Checkbox.Group>, 'label' | 'description' | 'error'>

interface Props<Value extends string> extends GroupProps {
  /** What people read for each value, in the order in which they are shown. */
  options: Record<Value, string>
  value?: readonly Value[]
  onChange: (value: Value[]) => void
  /** The label of a first box that ticks all or none; absent for no such box. */
  all?: string
}

/** Boxes with a name that programs use below each label, a click on which ticks it too. */
export function Choices<Value extends string>({ options, value = [], onChange, all, ...group }: Props<Value>) {
  const values = Object.keys(options) as Value[] // its keys
  const full = value.length === values.length
  const choose = (ticked: string[]) => {
    const turned = all !== undefined && ticked.includes(ALL) !== full
    onChange(turned ? (full ? [] : values) : values.filter((each) => ticked.includes(each)))
  }
  return (
    <Checkbox.Group {...group} withAsterisk value={full ? [ALL, ...value] : [...value]} onChange={choose}>
      <div className={classes.scopes}>
        {all !== undefined && (
          <Checkbox className={classes.all} value={ALL} label={all} indeterminate={!full && value.length > 0} />
        )}
        {values.map((each) => (
          <Checkbox key={each} value={each} label={<Label text={options[each]} name={each} />} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

const Label = ({ text, name }: { text: string; name: string }) => (
  <>
    {text} <span className={classes.name}>{name}</span>
  </>
)
