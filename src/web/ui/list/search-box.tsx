import { CloseButton, MaskInput, type MaskInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ClipboardEvent, type RefObject, useEffect, useRef } from 'react'

interface SearchBoxProps extends Pick<MaskInputProps, 'mask' | 'placeholder' | 'w' | 'className'> {
  label: string
  /** What is searched for, without the mask's own signs. */
  value: string
  onChange: (value: string) => void
  /** Shows a plain value in the mask. */
  format: (value: string) => string
  /** Finds the value in a pasted text; '' leaves the paste to the mask. */
  parse: (text: string) => string
  onEnter?: () => void
}

/** A masked search field with a clear button; takes any form of a code that is pasted into it. */
export function SearchBox({ label, value, onChange, format, parse, onEnter, ...input }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  useShownValue(field, value, format)
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const found = parse(event.clipboardData.getData('text'))
    if (!found) return
    event.preventDefault()
    event.stopPropagation()
    onChange(found)
  }
  const clear = () => {
    onChange('')
    field.current?.focus()
  }
  return (
    <MaskInput
      {...input}
      ref={field}
      type="text"
      inputMode="text"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      slotChar={null}
      showMaskOnFocus={false}
      transform={(char) => char.toUpperCase()}
      defaultValue={format(value)}
      onChangeRaw={(raw) => raw !== value && onChange(raw)}
      onPasteCapture={paste}
      onKeyDown={(event) => event.key === 'Enter' && onEnter?.()}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={value && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
    />
  )
}

/** The mask keeps its own value; one that comes from elsewhere (address, paste, clear) is typed into it. */
function useShownValue(
  field: RefObject<HTMLInputElement | null>,
  value: string,
  format: (value: string) => string,
): void {
  useEffect(() => {
    const input = field.current
    if (!input || plain(input.value) === value) return
    input.value = format(value)
    input.dispatchEvent(new Event('input'))
  }, [field, value, format])
}
const plain = (shown: string) => shown.replaceAll(/[^A-Za-z0-9]/g, '')
