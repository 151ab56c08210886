import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { DRAFTS_PATH, type Draft, draft, type draftInput } from '#contract/drafts/drafts.ts'
import { nothing } from '#contract/lib/envelope.ts'
import { refreshQueue } from '#web/features/attention/shared/attention.ts'
import { request } from '#web/lib/api/api.ts'
import { sendParting } from '#web/lib/api/parting.ts'
import { queryClient } from '#web/lib/api/query-client.ts'

const KEY = ['drafts']

/** The form of a record that drafts are kept of. */
export type DraftedForm = Pick<Draft, 'kind' | 'id'>

const pathOf = ({ kind, id }: DraftedForm) => `${DRAFTS_PATH}/${kind}/${id}`

/** Drafts of this person for a form, read again whenever it opens. */
export const draftsQuery = (form: DraftedForm) =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => request(z.array(draft), DRAFTS_PATH, { signal }),
    select: (all) => all.filter(({ kind, id }) => kind === form.kind && id === form.id),
    staleTime: 0,
  })

type Typed = z.input<typeof draftInput>

/** Saves typed values as a draft. */
export const saveDraft = (form: DraftedForm, body: Typed) => request(draft, pathOf(form), { method: 'PUT', body })

/** Saves the last typed values while the page goes. */
export const saveDraftParting = (form: DraftedForm, body: Typed) => sendParting('PUT', pathOf(form), body)

/** Discards a draft; a program's leaves the queue with it. */
export async function discardDraft(form: DraftedForm, { tab, by }: Pick<Draft, 'tab' | 'by'>): Promise<void> {
  await request(nothing, pathOf(form), { method: 'DELETE', query: { tab } })
  await queryClient.invalidateQueries({ queryKey: KEY })
  if (by !== null) void refreshQueue()
}

/** Discards a draft while the page goes. */
export const discardDraftParting = (form: DraftedForm, { tab }: Pick<Draft, 'tab'>) =>
  sendParting('DELETE', pathOf(form), undefined, { tab })
