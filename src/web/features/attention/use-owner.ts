import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useSessionUser } from '#web/features/accounts/shared/session.ts'
import { staffQuery } from '#web/features/orders/shared/staff.ts'
import { useFilters } from '#web/lib/list/use-filters.ts'

const MINE = 'me'
const TEAM = 'all'
const OWNERS = [
  { value: MINE, label: 'Mine' },
  { value: TEAM, label: 'Team' },
  { value: 'none', label: 'Unassigned' },
]
const isId = (value: string) => /^[1-9]\d{0,9}$/.test(value)

/** The part of the queue that is shown. */
export interface Shown {
  /** The owner: 'me', 'none', 'all', or the id of a colleague. */
  owner: string
  /** The colleague's name. */
  name: string | undefined
  snoozed: boolean
  /** True for only what I have claimed. */
  claimed: boolean
}

/** The owner as calls take it; undefined for everybody. */
export const ownerAsked = ({ owner }: Pick<Shown, 'owner'>) => (owner === TEAM ? undefined : owner)

/** The parameters for a part of the queue. */
export const asked = ({ owner, snoozed, claimed }: Shown) => ({
  owner: ownerAsked({ owner }),
  claimed: claimed ? 'me' : undefined,
  snoozed: snoozed ? '1' : undefined,
})

/**
 * The part of the queue in the address, and the choices of its control, to which a colleague in the address
 * is added. An address without an owner is corrected to my own part.
 */
export function useOwner() {
  const { filters, setFilter } = useFilters(['owner', 'snoozed', 'claimed'])
  const navigate = useNavigate()
  const me = useSessionUser()?.id
  const sent = filters.owner ?? MINE
  const isColleague = isId(sent) && Number(sent) !== me
  const staff = useQuery({ ...staffQuery, enabled: isColleague })
  const colleague = isColleague ? staff.data?.items.find(({ id }) => String(id) === sent) : undefined
  const isKnown = isColleague ? !staff.data || colleague !== undefined : OWNERS.some(({ value }) => value === sent)
  const correct = useEffectEvent(() => {
    // Old addresses: there, snoozed and claimed items had no controls of their own.
    const snoozed = sent === 'snoozed' ? '1' : filters.snoozed
    const old = sent === 'claimed' ? { owner: TEAM, claimed: '1' } : { owner: undefined, snoozed }
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...old }), replace: true })
  })
  useEffect(() => {
    if (!isKnown) correct()
  }, [isKnown])
  const owner = isKnown ? sent : MINE
  const shown: Shown = {
    owner,
    name: colleague?.name,
    snoozed: filters.snoozed !== undefined,
    claimed: filters.claimed !== undefined,
  }
  return {
    shown,
    choices: isColleague && isKnown ? [...OWNERS, { value: sent, label: colleague?.name ?? 'Colleague' }] : OWNERS,
    choose: (value: string) => setFilter('owner', value === MINE ? null : value),
    showSnoozed: (snoozed: boolean) => setFilter('snoozed', snoozed ? '1' : null),
    showClaimed: (claimed: boolean) => setFilter('claimed', claimed ? '1' : null),
  }
}
