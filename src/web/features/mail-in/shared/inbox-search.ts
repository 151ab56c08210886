import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { useListState } from '#web/lib/list/list-state.ts'
import { type ViewName, viewOf } from './views.ts'

const id = z.coerce.number().int().positive().optional().catch(undefined)
const flag = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 'true' || value === '1' || value === 1)

/** Search params of the inbox beside those of its list. */
const inboxSearch = z.object({
  view: z.string().optional().catch(undefined),
  /** Whose mail: 'me', 'none' or a member of staff; everybody's without it. */
  owner: z.coerce
    .string()
    .regex(/^(?:me|none|\d{1,9})$/)
    .optional()
    .catch(undefined),
  /** The mail whose thread is open. */
  mail: id,
  /** The linked order beside it, of a mail of several. */
  order: id,
  /** Whether the order is shown in place of the thread, where there is room for one. */
  facts: flag,
  /** Whether the mail is being answered. */
  reply: flag,
})

interface Change {
  view?: ViewName
  owner?: string | undefined
  mail?: number | undefined
  order?: number | undefined
  facts?: boolean | undefined
  reply?: boolean | undefined
}

const MINE: ViewName = 'mine'

/** What the address of the inbox shows, and how to change it. Another mail begins with its thread. */
export function useInboxSearch() {
  const raw = useSearch({ strict: false })
  const search = inboxSearch.parse(raw)
  const navigate = useNavigate()
  const { state } = useListState()
  const view = viewOf(search.view)
  const change = ({ view: to, ...next }: Change, { replace = false } = {}) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        ...('owner' in next ? { page: undefined } : {}),
        ...('mail' in next ? { order: undefined, facts: undefined, reply: undefined } : {}),
        ...(to ? { view: to === MINE ? undefined : to, page: undefined } : {}),
        ...Object.fromEntries(Object.entries(next).map(([key, value]) => [key, value || undefined])),
      }),
      replace,
      resetScroll: false,
    })
  return { ...search, view, state, change }
}
