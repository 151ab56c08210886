import { Checkbox } from '@mantine/core'
import type { ComponentProps } from 'react'
import classes from './integrations.module.css'

/** The value of the box for all; it is never part of a choice. */
const ALL = '*'

type GroupProps = Pick<ComponentProps<typeof Checkbox.Group>, 'label' | 'description' | 'error'>

interface Props<Value extends string> extends GroupProps {
  /** Labels of the values, in the order in which they show. */
  options: Record<Value, string>
  value?: readonly Value[]
  onChange: (value: Value[]) => void
  /** The label of a first box that ticks all or none; absent for no such box. */
  all?: string
}

/** A group of boxes. Below each label is the value that programs use, which a click on it ticks too. */
export function Choices<Value extends string>({ options, value = [], onChange, all, ...group }: Props<Value>) {
  const values = Object.keys(options) as Value[] // Object.keys() forgets which keys there are
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
