import { useMutation } from '@tanstack/react-query'
import { type Client, type ClientFields, client, clientDeleted } from '#contract/clients/clients.ts'
import { nothing } from '#contract/lib/envelope.ts'
import { atPassword, hashPassword } from '#web/features/accounts/shared/hash-password.ts'
import { request } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { showAdded, showError, showSuccess } from '#web/lib/feedback/toast.ts'
import { markAdded } from '#web/lib/list/added-row.ts'
import { type AskSides, saveMerging } from '#web/lib/saving/save-merging.ts'
import { clientsCall } from './client-queries.ts'
import { clientQuery, refreshClients } from './shared/clients.ts'

type Typed = ClientFields & { password: string; repeatPassword: string }

const bodyOf = ({ password, repeatPassword: _, ...fields }: Typed) => ({
  ...fields,
  password: password ? hashPassword(password) : undefined,
})

/** Registers a client; the key keeps a double click from registering two. */
export async function registerClient(values: Typed, idempotencyKey: string): Promise<Client> {
  const made = await request(client, 'registration', { method: 'POST', body: bodyOf(values), idempotencyKey })
  markAdded(clientsCall(), made.id)
  await refreshClients()
  const label = [made.username, made.companyName].filter(Boolean).join(' · ')
  showAdded('New Client was added successfully', { label, href: `/clients/${made.id}` })
  return made
}

/** Saves edits of a client as read (`base`); keeps what others changed meanwhile, or asks. */
export async function editClient(base: Client, values: Typed, ask: AskSides): Promise<Client> {
  const { password, ...fields } = bodyOf(values)
  const edited = await saveMerging<Client>({
    base,
    values: fields,
    besides: password !== undefined,
    ask,
    readCurrent: (data) => client.safeParse(data).data ?? null,
    send: (changes, updatedAt) =>
      request(client, `user/${base.id}`, { method: 'PUT', body: { ...changes, password, updatedAt } }),
  })
  queryClient.setQueryData(clientQuery(base.id).queryKey, edited)
  await refreshClients()
  // The toast comes last: once it shows, nothing is unsaved any more.
  showSuccess('Your Client was edited successfully')
  return edited
}

export async function changePassword(id: number, typed: string): Promise<void> {
  const body = { newPassword: hashPassword(typed) }
  await atPassword(() => request(nothing, `admin/user/change/password/${id}`, { method: 'POST', body }))
  showSuccess('New Password was added successfully')
}

const GONE_FROM = [['clients', 'list'], ['clients', 'deleted'], ['orders']]

/** Restores a deleted client. */
export const useRestoreClient = () =>
  useMutation({
    mutationFn: (id: number) => request(client, `admin/user/${id}/restore`, { method: 'POST' }),
    onSuccess: ({ username }) => showSuccess(`${username} was restored`),
    onError: (error) => showError(error),
    onSettled: () => refreshClients(),
  })

/** Deletes a client, then calls `onDeleted`; the toast offers Undo. */
export function useDeleteClient(onDeleted: () => void) {
  const restore = useRestoreClient()
  return useMutation({
    mutationFn: (id: number) => request(clientDeleted, `admin/user/${id}`, { method: 'DELETE' }),
    onSuccess: async ({ id }) => {
      showSuccess('Client was deleted successfully', { label: 'Undo', run: () => restore.mutate(id) })
      onDeleted()
      // The client's page is not read again, because it is about to close.
      queryClient.removeQueries({ queryKey: clientQuery(id).queryKey, type: 'inactive' })
      await Promise.all(GONE_FROM.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
    onError: (error) => showError(error),
  })
}
