import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { Client, ClientStored } from '#contract/clients/clients.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { grouped } from '#web/lib/format/grouped.ts'
import { useForm } from '#web/lib/saving/use-form.ts'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { Fault } from '#web/ui/feedback/fault.tsx'
import { LoadingBlock } from '#web/ui/feedback/loading-block.tsx'
import { eraseClient, storedQuery } from './personal-data.ts'

const counted = (n: number, one: string) => (n === 0 ? null : `${grouped(n)} ${one}${n === 1 ? '' : 's'}`)

/** Records that are erased with the account, in words; '' if there are none. */
const inWords = ({ orders, documents, mails, notes }: ClientStored) =>
  [counted(orders, 'booking request'), counted(documents, 'document'), counted(mails, 'mail'), counted(notes, 'note')]
    .filter((each) => each !== null)
    .join(', ')

function Stored(stored: ClientStored) {
  const words = inWords(stored)
  return (
    words && (
      <>
        <strong>{words}</strong>, files included, and{' '}
      </>
    )
  )
}

interface EraseDialogProps {
  client: Pick<Client, 'id' | 'username'>
  onClose: () => void
  onErased?: () => void
}

/** Names the records that go with a client for good, and asks for its name first. */
export function EraseDialog({ client, onClose, onErased }: EraseDialogProps) {
  const stored = useQuery({ ...storedQuery(client.id), staleTime: 0 })
  const form = useForm({
    schema: z.object({
      username: z.string().refine((typed) => typed.trim() === client.username.trim(), `Type ${client.username}`),
    }),
    initialValues: { username: '' },
    save: async () => {
      await eraseClient(client)
      onClose()
      onErased?.()
    },
  })
  return (
    <FormDialog
      form={form}
      title={`Erase ${client.username}`}
      confirm="Erase now"
      danger
      disabled={!stored.data}
      onClose={onClose}
    >
      {stored.isPending && <LoadingBlock height={48} />}
      {stored.isError && <Fault message={messageOf(stored.error)} onRetry={() => void stored.refetch()} />}
      {stored.data && (
        <p>
          The account goes for good, with <Stored {...stored.data} />
          every saved view that names it. Manifests that list its cargo go too and can be made again. The audit trail
          keeps what was done, by whom and when, without names. Nothing can be restored.
        </p>
      )}
      <TextInput
        label={`Type "${client.username}" to confirm`}
        autoComplete="off"
        readOnly={form.saving}
        data-autofocus
        {...form.getInputProps('username')}
      />
      <Text role="status" mt="sm">
        {form.saving && `Erasing ${client.username} … This can take a while. It goes on even if you leave this page.`}
      </Text>
    </FormDialog>
  )
}
