import { OFFER_STATE_LABELS } from '#contract/offers/offer-codes.ts'
import type { Wanted } from '#contract/search/shapes.ts'
import { beginsWith, forAnyLimit, termsOf } from './statements.ts'

/** As the list of offers has it: expiry is a matter of time, and is not stored. */
const STATE = `case when o.state = 'sent' and o.valid_until <= now() then 'expired' else o.state end`
const LABELS = Object.entries(OFFER_STATE_LABELS)
  .map(([state, label]) => `when '${state}' then '${label}'`)
  .join(' ')

/**
 * A name that many offers have is looked for in so many of the newest; one that is rarer there is rare enough to ask the index
 * for all of them, which would read thousands of offers to a 'Trading'.
 */
const NEWEST = 2_000

/** $1: beginnings and whole references, $2: references by their last four digits, $3: part of a name, or an email address. */
const offers = forAnyLimit(
  (most) => `
with typed as materialized (${termsOf('$1')}), four as materialized (select json_array_elements_text($2::json) as reference),
part as materialized (select '%' || fold_pattern($3) || '%' as pattern where $3 <> ''),
recent as materialized (
  select x.id from part t, (select id, searched from offers order by id desc limit ${NEWEST}) x
  where x.searched like t.pattern order by x.id desc limit ${most}
), named as (
  select id from recent
  union (select o.id from part t, offers o
    where (select count(*) from recent) < ${most} and o.searched like t.pattern order by o.id + 0 desc limit ${most})
), hits as (
  select h.* from typed t, lateral (
    select o.id, case when search_term(o.reference) collate "C" = t.term then 0 else 1 end as rank, 'Reference' as matched
    from offers o where ${beginsWith('search_term(o.reference) collate "C"', 't.term')}
    order by search_term(o.reference) collate "C" desc limit ${most}
  ) h
  union all select o.id, 1, 'Last four digits' from four f join offers o on o.reference = f.reference
  union all select id, 2, '' from named
)
select o.id, 'offer' as kind, o.reference as title, b.rank,
  coalesce(nullif(b.matched, ''), (select case when fold(o.email) like t.pattern then 'Email' when fold(o.name) like t.pattern then 'Name'
    else 'Company' end from part t), '') as matched,
  concat_ws(' · ', o.name, nullif(o.company, ''), case ${STATE} ${LABELS} end) as detail
from (select distinct on (id) * from hits order by id, rank) b join offers o on o.id = b.id
order by b.rank, o.id desc limit ${most}`,
)

/** References of last, this and next year that end in four digits. */
function referencesWith(lastFour: string): string[] {
  const year = new Date().getUTCFullYear()
  return lastFour ? [year - 1, year, year + 1].map((each) => `Q-${each}-${lastFour}`) : []
}

const isMail = (text: string) => /^\S+@\S+$/.test(text)

/**
 * Offers by reference or its last four digits, and by whom they address: name, company or email, the newest first. Text
 * and values of the statement.
 */
export const offersFound = ({ numbers, starts, name, lastFour }: Wanted, limit: number): [string, unknown[]] => [
  offers(limit),
  [
    JSON.stringify([...new Set([...starts, ...numbers])]),
    JSON.stringify(referencesWith(lastFour)),
    name || (numbers.find(isMail) ?? ''),
  ],
]
