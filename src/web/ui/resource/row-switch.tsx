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
  /** The field to switch. */
  field: string
  on: boolean
  labels: FlagLabels
  /** The switch's name: 'Visibility of Dongguan'. */
  label: string
  /** The toast after saving; by default the resource's own. */
  done?: string
}

/** A switch in a list that saves at once: it flips before the reply, and back if the server refuses. */
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
    // The scope saves two quick flips one after the other, so that the last one wins.
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
