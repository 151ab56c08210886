import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useSessionUser } from '#web/features/accounts/shared/session.ts'
import { staffQuery } from '#web/features/orders/shared/staff.ts'
import { useFilters } from '#web/lib/list/use-filters.ts'

const MINE = 'me'
const OWNERS = [
  { value: MINE, label: 'Mine' },
  { value: 'none', label: 'Unassigned' },
  { value: 'all', label: 'All' },
  { value: 'claimed', label: 'Claimed' },
]
const isId = (value: string) => /^[1-9]\d{0,9}$/.test(value)

/** The part of the queue that is shown. */
export interface Shown {
  /** The owner: 'me', 'none', 'all', 'claimed', or the id of a colleague. */
  owner: string
  /** The colleague's name. */
  name: string | undefined
  snoozed: boolean
}

/** The parameters for a part of the queue. */
export const asked = ({ owner, snoozed }: Shown) => ({
  owner: owner === 'all' || owner === 'claimed' ? undefined : owner,
  claimed: owner === 'claimed' ? 'me' : undefined,
  snoozed: snoozed ? '1' : undefined,
})

/**
 * The part of the queue in the address, and the choices of its control, to which a colleague in the address
 * is added. An address without an owner is corrected to my own part.
 */
export function useOwner() {
  const { filters, setFilter } = useFilters(['owner', 'snoozed'])
  const navigate = useNavigate()
  const me = useSessionUser()?.id
  const sent = filters.owner ?? MINE
  const isColleague = isId(sent) && Number(sent) !== me
  const staff = useQuery({ ...staffQuery, enabled: isColleague })
  const colleague = isColleague ? staff.data?.items.find(({ id }) => String(id) === sent) : undefined
  const isKnown = isColleague ? !staff.data || colleague !== undefined : OWNERS.some(({ value }) => value === sent)
  const correct = useEffectEvent(() => {
    // An old address: there, snoozed items had no control of their own.
    const snoozed = sent === 'snoozed' ? '1' : filters.snoozed
    void navigate({ to: '.', search: (before: object) => ({ ...before, owner: undefined, snoozed }), replace: true })
  })
  useEffect(() => {
    if (!isKnown) correct()
  }, [isKnown])
  const owner = isKnown ? sent : MINE
  const shown: Shown = { owner, name: colleague?.name, snoozed: filters.snoozed !== undefined }
  return {
    shown,
    choices: isColleague && isKnown ? [...OWNERS, { value: sent, label: colleague?.name ?? 'Colleague' }] : OWNERS,
    choose: (value: string) => setFilter('owner', value === MINE ? null : value),
    showSnoozed: (snoozed: boolean) => setFilter('snoozed', snoozed ? '1' : null),
  }
}
