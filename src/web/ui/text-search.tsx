import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

interface TextSearchProps {
  label: string
  placeholder?: string
  value: string
  /** Called after a pause in typing. */
  onChange: (value: string) => void
  w?: number | string
}

/** A plain search field with a clear button. */
export function TextSearch({ label, placeholder, value, onChange, w = 260 }: TextSearchProps) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  useEffect(() => {
    // A value from elsewhere (address, Clear) replaces what is typed; the echo of the own one does not.
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  const send = (next: string) => {
    if (next === sent.current) return
    sent.current = next
    onChange(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause is one in typing, not in rendering
  useEffect(() => {
    const timer = window.setTimeout(() => send(typed.trim()), PAUSE_MS)
    return () => window.clearTimeout(timer)
  }, [typed])
  const clear = () => {
    setTyped('')
    send('')
    field.current?.focus()
  }
  return (
    <TextInput
      ref={field}
      w={w}
      maw="100%"
      aria-label={label}
      placeholder={placeholder ?? label}
      enterKeyHint="search"
      autoComplete="off"
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && send(typed.trim())}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
    />
  )
}
