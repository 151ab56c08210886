import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Resource, toastsOf } from '#contract/lib/resource.ts'
import { request } from '#web/lib/api/api.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { refreshResource } from '#web/lib/resource/use-resource.ts'
import type { FlagLabels } from './columns.tsx'

interface RowSwitchProps<Row extends z.ZodObject> {
  resource: Resource<Row>
  id: number
  /** The field that it switches. */
  field: string
  on: boolean
  labels: FlagLabels
  /** 'Visibility of Dongguan' */
  label: string
  /** What is said when it is saved; the resource's own toast otherwise. */
  done?: string
}

/** A switch in a list that saves at once: it flips before the answer and goes back, with the reason, when that is a no. */
export function RowSwitch<Row extends z.ZodObject>({
  resource,
  id,
  field,
  on,
  labels,
  label,
  done,
}: RowSwitchProps<Row>) {
  const save = useMutation({
    // Flipped twice in a row it is saved twice, one after the other: the last flip is what stays.
    scope: { id: `${resource.path} ${id} ${field}` },
    mutationFn: (next: boolean) =>
      request(resource.row, `${resource.path}/edit/${id}`, { method: 'PUT', body: { [field]: next } }),
    onSuccess: () => showSuccess(done ?? toastsOf(resource).updated),
    onError: (error, next) => showError(error, () => save.mutate(next)),
    onSettled: () => refreshResource(resource),
  })
  const shown = save.isPending ? save.variables : on
  return (
    <Switch
      aria-label={label}
      label={labels[shown ? 0 : 1]}
      checked={shown}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
    />
  )
}
