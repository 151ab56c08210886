import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as f from '#contract/lib/fields.ts'
import { settingsQuery } from '#web/features/system/shared/settings.ts'
import { neverRead } from '#web/lib/api/never-read.fixture.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { renderInApp } from '#web/test/render.tsx'
import { TimeInput } from './time-input.tsx'

const saved: unknown[] = []

function Form({ at }: { at: string | null }) {
  const form = useForm({
    schema: z.object({ at: f.instant() }),
    initialValues: { at },
    save: async (values) => void saved.push(values.at),
  })
  return (
    <form onSubmit={form.submit}>
      <TimeInput input={{ label: 'Available', ...form.getInputProps('at') }} />
    </form>
  )
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } })
const submit = () => act(async () => field('Available').form?.requestSubmit())

function open(at: string | null = null) {
  saved.length = 0
  neverRead(settingsQuery.queryKey)
  renderInApp(<Form at={at} />)
}

test('a day and a time are one instant, and both empty are none', async () => {
  open()
  type('Available', '03/12/2026')
  type('Time', '9:30')
  await submit()
  type('Available', '')
  type('Time', '')
  await submit()
  expect(saved).toEqual(['2026-03-12T09:30:00.000Z', null])
})

test('an instant that nobody touched keeps its seconds', async () => {
  open('2026-03-12T17:30:45.120Z')
  expect([field('Available').value, field('Time').value]).toEqual(['03/12/2026', '17:30'])
  await submit()
  expect(saved).toEqual(['2026-03-12T17:30:45.120Z'])
})

test('a text that is no day, and a day without its time, are not saved and say why', async () => {
  open()
  type('Available', 'soon')
  await submit()
  expect(screen.getByText(/This is not a date/)).toBeTruthy()
  type('Available', '03/12/2026')
  await submit()
  expect(screen.getByText('Enter a time')).toBeTruthy()
  expect(saved).toEqual([])
})
