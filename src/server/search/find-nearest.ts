import { type FoundItem, type FoundKind, NAME_FROM } from '#contract/search/search.ts'
import type { Wanted } from '#contract/search/shapes.ts'
import type { Db } from '#server/db/client.ts'
import { PLANNED } from '#server/db/tuning/planned.ts'
import { statement } from './in-parts.ts'

/** Records offered in place of nothing. */
const MOST_NEAR = 5
/** Characters at the end of a number that may be wrong, and the fewest that must be right. */
const MOST_CUT = 6
const FEWEST_RIGHT = 4

interface Near {
  kind: FoundKind
  id: number
  title: string
  detail: string
}

/**
 * $1: the typed text, $2: the same as a number. Names by the part of them that is most like the text; orders
 * whose number has the longest beginning in common with it.
 */
const NEAREST = `
with typed as materialized (select fold($1) collate "C" as text, search_term($2) collate "C" as term),
names as (
  (select 'client' as kind, c.user_id as id, c.username as title, concat_ws(' · ', nullif(c.company_name, ''), c.email) as detail,
      1 - greatest(word_similarity(t.text, c.folded_name), word_similarity(t.text, c.folded_company)) as distance
    from typed t, client_terms c
    where length(t.text) >= ${NAME_FROM} and (t.text <% c.folded_name or t.text <% c.folded_company)
    order by distance, c.user_id limit ${MOST_NEAR})
  union all
  (select n.kind, n.id, n.title, n.code, 1 - word_similarity(t.text, n.folded_title) from typed t, named_records n
    where length(t.text) >= ${NAME_FROM} and t.text <% n.folded_title
    order by 5, n.kind, n.id limit ${MOST_NEAR})
), codes as (
  select 'order' as kind, o.id, o.tracking_code as title, concat_ws(' · ', nullif(o.company_name, ''), o.city_name) as detail,
    1 + n.cut as distance
  from (
    select distinct on (h.order_id) h.order_id, cut from typed t, generate_series(1, ${MOST_CUT}) as cut, lateral (
      select x.order_id from order_terms x
      where x.term >= left(t.term, -cut) and x.term < left(t.term, -cut) || chr(1114111)
      order by x.term limit ${MOST_NEAR}
    ) h
    where t.term ~ '[0-9]' and length(t.term) - cut >= ${FEWEST_RIGHT}
    order by h.order_id, cut
  ) n join orders o on o.id = n.order_id and o.deleted_at is null
)
select kind, id, title, detail from (select * from names union all select * from codes) x
order by distance, kind, id limit ${MOST_NEAR} ${PLANNED}`

/** Records most like a text that nothing was found for: at most five, the nearest first. */
export async function nearestTo(db: Db, text: string, { numbers }: Wanted): Promise<FoundItem[]> {
  const { rows } = await db.executeQuery(statement<Near>([NEAREST, [text, numbers[0] ?? text]]).compile(db))
  return rows.map((row) => ({ ...row, matched: '', exact: false }))
}
