import type { Wanted } from '#contract/search/shapes.ts'
import { beginsWith, forAnyLimit, termsOf } from './statements.ts'

const SHOWN = 'c.user_id, c.username, c.company_name, c.email'

/** Clients whose email address or phone number is, or begins with, one of the texts. */
const byTerm = (column: 'email_term' | 'phone_term', label: string, texts: string, most: number) => `
  select h.* from ${texts} t, lateral (
    select ${SHOWN}, '${label}' as matched, case when c.${column} = t.term then 0 else 1 end as rank
    from client_terms c where c.${column} <> '' and ${beginsWith(`c.${column}`, 't.term')} order by c.${column}, c.user_id limit ${most}
  ) h`

const clients = forAnyLimit(
  (most) => `
with mails as materialized (${termsOf('$1')}), phones as materialized (${termsOf('$2')}),
typed as materialized (
  select fold($3) collate "C" as name, '%' || fold_pattern($3) || '%' as pattern where $3 <> ''
)
select user_id as id, 'client' as kind, username as title, concat_ws(' · ', nullif(company_name, ''), email) as detail, matched, rank
from (
  select distinct on (user_id) * from (
    ${byTerm('email_term', 'Email', 'mails', most)} union all ${byTerm('phone_term', 'Phone', 'phones', most)} union all (
      select ${SHOWN}, case when c.folded_name like t.pattern then 'Name' else 'Company' end as matched,
        case when t.name in (c.folded_name, c.folded_company) then 0
          when starts_with(c.folded_name, t.name) or starts_with(c.folded_company, t.name) then 1 else 2 end as rank
      from typed t, client_terms c where c.folded_name like t.pattern or c.folded_company like t.pattern
      order by rank, c.username, c.user_id limit ${most}
    )
  ) every_hit order by user_id, rank, matched in ('Email', 'Phone')
) hits
order by rank, username, id limit ${most}`,
)

const LIKE_A_PHONE = /^[\s#+()./\d-]+$/

/** Clients by email address, phone number and name, exact hits first: text and values of the statement. */
export function clientsFound({ numbers, starts, name }: Wanted, limit: number): [string, unknown[]] {
  const texts = [...new Set([...starts, ...numbers])]
  const phones = texts.filter((each) => LIKE_A_PHONE.test(each))
  return [clients(limit), [JSON.stringify(texts), JSON.stringify(phones), name]]
}
