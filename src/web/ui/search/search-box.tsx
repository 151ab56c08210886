import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useComposedText } from '#web/lib/browser/use-composed-text.ts'
import { editMasked, fitMask, showMasked } from './mask.ts'
import classes from './search-box.module.css'
import { useSelectAll } from './use-select-all.ts'

interface SearchBoxProps extends Pick<TextInputProps, 'placeholder' | 'className'> {
  label: string
  /** Words on what the field takes, below it while it is empty, and when a character is not taken. */
  hint: string
  /** The mask for a text: 'a' takes a letter, '9' a digit; everything else is a separator. */
  maskOf: (text: string) => string
  /** The search text without the mask's separators. */
  value: string
  onChange: (value: string) => void
  /** Finds the value in a pasted text; '' leaves the paste to the mask. */
  parse: (text: string) => string
  onEnter?: () => void
  /** Takes a pasted text that is more than one value; true if it did. */
  takes?: (text: string) => boolean
}

/** A masked search field with a clear button; accepts a code pasted in any format. */
export function SearchBox({
  label,
  hint,
  maskOf,
  value,
  onChange,
  parse,
  onEnter,
  takes,
  className,
  ...input
}: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  const [hinted, setHinted] = useState(false)
  const hintId = useId()
  const selectAll = useSelectAll()
  const fitting = fitMask(maskOf(value), value)
  const { composed, props } = useComposedText((input, edit) => {
    const forward = 'inputType' in edit && edit.inputType === 'deleteContentForward'
    const text = input.value.normalize('NFKC')
    const caret = input.value.slice(0, input.selectionStart ?? undefined).normalize('NFKC').length
    const mask = maskOf(text)
    const edited = editMasked(mask, fitting, { text, caret, forward })
    // The value is set at once: one that React sets later would move the caret to the end.
    input.value = showMasked(mask, edited.plain)
    input.setSelectionRange(edited.caret, edited.caret)
    setHinted(edited.plain === '' || characters(text) > edited.plain.length)
    if (edited.plain !== value) onChange(edited.plain)
  })
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    const taken = takes?.(text)
    const found = taken ? '' : parse(text)
    if (taken) event.preventDefault()
    if (!found) return
    event.preventDefault()
    setHinted(false)
    onChange(found)
  }
  const clear = () => {
    onChange('')
    field.current?.focus()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter?.()
    if (event.key === 'Escape') setHinted(false)
  }
  return (
    <div className={`${classes.box} ${className ?? ''}`}>
      <TextInput
        {...input}
        {...selectAll}
        ref={field}
        inputMode="text"
        data-search
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-describedby={hintId}
        {...props}
        value={composed ?? showMasked(maskOf(value), fitting)}
        onPaste={paste}
        onFocus={(event) => {
          selectAll.onFocus(event)
          setHinted(fitting === '')
        }}
        onBlur={() => setHinted(false)}
        onKeyDown={key}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSectionPointerEvents="all"
        rightSection={value && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
      />
      <div id={hintId} className={classes.hint} data-shown={hinted || undefined}>
        {hint}
      </div>
    </div>
  )
}

/** Counts letters and digits; characters that separate them may be dropped without a word. */
const characters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
