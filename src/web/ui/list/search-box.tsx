import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ChangeEvent, type ClipboardEvent, useRef } from 'react'
import { editMasked, fitMask, showMasked } from './mask.ts'

interface SearchBoxProps extends Pick<TextInputProps, 'placeholder' | 'w' | 'className'> {
  label: string
  /** 'a' takes a letter, '9' a digit; everything else is a separator. */
  mask: string
  /** The search text without the mask's separators. */
  value: string
  onChange: (value: string) => void
  /** Finds the value in a pasted text; '' leaves the paste to the mask. */
  parse: (text: string) => string
  onEnter?: () => void
}

/** A masked search field with a clear button; accepts a code pasted in any format. */
export function SearchBox({ label, mask, value, onChange, parse, onEnter, ...input }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  const fitting = fitMask(mask, value)
  const change = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const forward = 'inputType' in nativeEvent && nativeEvent.inputType === 'deleteContentForward'
    const caret = currentTarget.selectionStart ?? currentTarget.value.length
    const edited = editMasked(mask, fitting, { text: currentTarget.value, caret, forward })
    // Shown at once: a value that React sets later would move the caret to the end.
    currentTarget.value = showMasked(mask, edited.plain)
    currentTarget.setSelectionRange(edited.caret, edited.caret)
    if (edited.plain !== value) onChange(edited.plain)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const found = parse(event.clipboardData.getData('text'))
    if (!found) return
    event.preventDefault()
    onChange(found)
  }
  const clear = () => {
    onChange('')
    field.current?.focus()
  }
  return (
    <TextInput
      {...input}
      ref={field}
      inputMode="text"
      data-search
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      value={showMasked(mask, fitting)}
      onChange={change}
      onPaste={paste}
      onKeyDown={(event) => event.key === 'Enter' && onEnter?.()}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={value && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
    />
  )
}
