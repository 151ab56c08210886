import { ActionIcon, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { grouped } from '#web/lib/format/grouped.ts'
import classes from './pager.module.css'

interface PagerProps {
  /** The page on screen. */
  page: number
  /** The page that a click asked for, until it is on screen; the next click goes on from there. */
  asked?: number
  perPage: number
  total: number
  /** True if there are more than the total says. */
  capped?: boolean | undefined
  /** Page sizes offered. A list no longer than the smallest has no pager. */
  sizes: readonly number[]
  onPage: (page: number) => void
  onPerPage: (perPage: number) => void
  /** Called when the pointer is over a link to that page: prefetches it. */
  onIntent?: (page: number) => void
  /** A hint between the two ends; not on a phone. */
  hint?: ReactNode
}

/** 'N–M of total', page size, and links to other pages; empty if everything fits on one small page. */
export function Pager(props: PagerProps) {
  const { page, asked = page, perPage, total, capped, sizes, onPage, onPerPage, onIntent, hint } = props
  const last = Math.max(1, Math.ceil(total / perPage))
  const at = Math.min(asked, last)
  if (total <= Math.min(...sizes) && last === 1) return null
  const from = (page - 1) * perPage + 1
  const step = (label: string, to: number, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      aria-label={label}
      disabled={to < 1 || to > last || to === at}
      onClick={() => onPage(to)}
      onPointerEnter={() => onIntent?.(to)}
      onFocus={() => onIntent?.(to)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <nav className={classes.pager} aria-label="Pages">
      <Group gap={8} wrap="nowrap">
        <NativeSelect
          size="xs"
          aria-label="Rows per page"
          value={String(perPage)}
          data={sizes.map(String)}
          onChange={(event) => onPerPage(Number(event.currentTarget.value))}
        />
        <Text size="sm" c="dimmed" className={classes.count} aria-live="polite">
          {grouped(from)}–{grouped(Math.min(total, from + perPage - 1))} of {grouped(total)}
          {capped && '+'}
        </Text>
      </Group>
      {hint && <div className={classes.hint}>{hint}</div>}
      <Group gap={4} wrap="nowrap">
        {step('First page', at > 1 ? 1 : 0, IconChevronsLeft)}
        {step('Previous page', at - 1, IconChevronLeft)}
        <PageField page={at} last={last} onPage={onPage} />
        {step('Next page', at + 1, IconChevronRight)}
        {step('Last page', at < last ? last : 0, IconChevronsRight)}
      </Group>
    </nav>
  )
}

function PageField({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  const [typed, setTyped] = useState(String(page))
  useEffect(() => setTyped(String(page)), [page])
  const go = (event?: FormEvent) => {
    event?.preventDefault()
    const wanted = Math.min(last, Math.max(1, Math.trunc(Number(typed)) || page))
    setTyped(String(wanted))
    if (wanted !== page) onPage(wanted)
  }
  return (
    <form className={classes.field} onSubmit={go}>
      <TextInput
        size="xs"
        aria-label="Page"
        inputMode="numeric"
        value={typed}
        classNames={{ input: classes.number }}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => go()}
      />
      <Text size="sm" c="dimmed" className={classes.count}>
        of {grouped(last)}
      </Text>
    </form>
  )
}
