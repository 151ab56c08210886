import { Stack, Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { COLUMNS, type ColumnName, type ColumnSettings, fullColumnSettings } from '#contract/accounts/session.ts'
import { COLUMN_TITLES } from '#contract/orders/list/order-columns.ts'
import { sessionQuery } from '#web/features/accounts/shared/session.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

const useSaveColumns = () =>
  useMutation({
    mutationFn: (body: Partial<Record<ColumnName, boolean>>) =>
      request(fullColumnSettings, 'admin/settings/column/orders', { method: 'PUT', body }),
    onSuccess: (orderColumnSettings) => {
      queryClient.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, orderColumnSettings })
      showSuccess('Fields were saved successfully')
    },
    onError: (error) => showError(error),
  })

export function ColumnSwitches({ settings, onClose }: { settings: ColumnSettings; onClose: () => void }) {
  const [chosen, setChosen] = useState<Partial<Record<ColumnName, boolean>>>(settings)
  const save = useSaveColumns()
  const none = COLUMNS.every((name) => !chosen[name])
  const flip = (name: ColumnName) => setChosen({ ...chosen, [name]: !chosen[name] })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(chosen, { onSuccess: onClose })
      }}
    >
      <Stack gap={10}>
        {COLUMNS.map((name) => (
          <Switch
            key={name}
            size="sm"
            label={COLUMN_TITLES[name]}
            checked={chosen[name] ?? false}
            onChange={() => flip(name)}
          />
        ))}
      </Stack>
      {none && (
        <Text size="sm" mt="sm" role="status">
          Keep at least one column.
        </Text>
      )}
      <DialogButtons confirm="Save" onCancel={onClose} busy={save.isPending} disabled={none} />
    </form>
  )
}
