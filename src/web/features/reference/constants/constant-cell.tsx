import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { REQUIRED } from '#contract/lib/messages.ts'
import { type Constant, constants } from '#contract/reference/constants.ts'
import { useComposedText } from '#web/lib/browser/use-composed-text.ts'
import { useCellEdit } from '#web/lib/saving/use-cell-edit.ts'
import { useRecordSave } from '#web/ui/resource/use-record-save.tsx'
import classes from './constant-cell.module.css'
import { meaningOf } from './constant-meanings.ts'
import { SampleQuotes } from './sample-quotes.tsx'

const SAVED = [{ name: 'value', label: 'Value' }] as const

/**
 * A value edited in its cell: Enter saves, Escape restores, every comma becomes a dot. The effect of a change
 * on sample quotes shows before it is saved.
 */
export function ConstantCell({ row }: { row: Constant }) {
  const saving = useRecordSave(constants, SAVED)
  const edit = useCellEdit({
    row,
    field: 'value',
    schema: constants.input.shape.value,
    save: (from, value) => saving.save(from, { value }),
  })
  const { composed, props } = useComposedText((field) => edit.type(field.value.replaceAll(',', '.')))
  const input = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const error = edit.error === REQUIRED ? constants.incomplete : edit.error
  // The buttons disappear when pressed: the focus returns to the field.
  const byButton = (act: () => void) => () => {
    input.current?.focus()
    act()
  }
  const { unit } = meaningOf(row.name)
  const asked = edit.dirty ? constants.input.shape.value.safeParse(edit.typed).data : undefined
  return (
    <div className={classes.cell}>
      <Popover
        // While it is saved, a question about another's change may be open, which this would cover.
        opened={asked !== undefined && !edit.saving}
        position="bottom-start"
        width={340}
        trapFocus={false}
        withRoles={false}
        shadow="md"
      >
        <Popover.Target>
          <TextInput
            ref={input}
            size="xs"
            w={150}
            aria-label={row.name}
            aria-describedby={error ? errorId : undefined}
            error={error !== null}
            inputMode="decimal"
            autoComplete="off"
            classNames={{ input: classes.input }}
            {...props}
            value={composed ?? edit.typed ?? String(row.value)}
            readOnly={edit.saving}
            onKeyDown={edit.onKeyDown}
            rightSection={<span className={classes.unit}>{unit}</span>}
            rightSectionWidth={unit ? 46 : undefined}
          />
        </Popover.Target>
        <Popover.Dropdown>{asked !== undefined && <SampleQuotes row={row} value={asked} />}</Popover.Dropdown>
      </Popover>
      {edit.dirty && (
        <>
          <ActionIcon aria-label={`Save ${row.name}`} loading={edit.saving} onClick={byButton(edit.submit)}>
            <IconCheck size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={`Restore ${row.name}`} disabled={edit.saving} onClick={byButton(edit.restore)}>
            <IconArrowBackUp size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
      <span id={errorId} className={classes.error} role="alert">
        {error}
      </span>
      {saving.dialog}
    </div>
  )
}
