import type { Wanted } from '#contract/search/shapes.ts'
import { beginsWith, forAnyLimit, termsOf } from './statements.ts'

/**
 * Sailings one of whose numbers is, or begins with, what was typed. The expressions are those of the indexes.
 */
const byTerm = (label: string, column: string, from: 'sailings' | 'containers', most: number, where = 'true') => {
  const term = `search_term(${column}) collate "C"`
  return `select h.* from typed t, lateral (
    select ${from === 'containers' ? 'sailing_id' : 'id'} as id, '${label}' as matched, case when ${term} = t.term then 0 else 1 end as rank
    from ${from} where ${where} and ${beginsWith(term, 't.term')} order by ${term} limit ${most}
  ) h`
}

/** Coming departures first, the next one before later ones; then past ones, the last one first. */
const nearest = (sailing: string) =>
  `coalesce(${sailing}.etd < now(), false), abs(extract(epoch from ${sailing}.etd - now())), ${sailing}.id desc`

/** More vessels than this are too many to tell apart: the shortest names count. */
const MOST_VESSELS = 40

const sailings = forAnyLimit(
  (most) => `
with typed as materialized (${termsOf('$1')}),
vessel as materialized (select '%' || fold_pattern($2) || '%' as pattern, $3::text as imo where $2 <> '' or $3 <> ''),
hits as (
  ${byTerm('Reference', 'reference', 'sailings', most)}
  union all ${byTerm('Master bill', 'master_bill', 'sailings', most, "master_bill <> ''")}
  union all ${byTerm('Voyage', 'voyage', 'sailings', most)}
  union all ${byTerm('Container', 'number', 'containers', most, "number <> '' and sailing_id is not null")}
  union all ${byTerm('Seal', 'seal', 'containers', most, "seal <> '' and sailing_id is not null")}
  union all (select s.id, 'Vessel', case when v.imo <> '' and v.code = v.imo then 1 else 2 end
    from (
      select n.id, n.code, t.imo from vessel t, named_records n
      where n.kind = 'vessel' and (n.folded_title like t.pattern or (t.imo <> '' and n.code = t.imo))
      order by length(n.title), n.id limit ${MOST_VESSELS}
    ) v, lateral (select x.id, x.etd from sailings x where x.vessel_id = v.id order by ${nearest('x')} limit ${most}) s
    order by ${nearest('s')} limit ${most})
)
select s.id, 'sailing' as kind, s.reference as title, b.matched, b.rank,
  concat_ws(' · ', v.name || ' ' || s.voyage, s.port_of_loading || ' → ' || s.port_of_discharge, to_char(s.etd at time zone 'UTC', 'Mon FMDD YYYY')) as detail
from (select distinct on (id) * from hits order by id, rank) b join sailings s on s.id = b.id join vessels v on v.id = s.vessel_id
order by b.rank, ${nearest('s')} limit ${most}`,
)

/** References of last, this and next year that end in four digits: an index answers whole ones. */
function referencesWith(lastFour: string): string[] {
  const year = new Date().getUTCFullYear()
  return lastFour ? [year - 1, year, year + 1].map((each) => `S-${each}-${lastFour}`) : []
}

/**
 * Sailings by reference or its last four digits, master bill, voyage, container, seal and vessel, the nearest departure
 * first: text and values of the statement.
 */
export const sailingsFound = ({ numbers, starts, name, imo, lastFour }: Wanted, limit: number): [string, unknown[]] => [
  sailings(limit),
  [JSON.stringify([...new Set([...starts, ...numbers, ...referencesWith(lastFour)])]), name, imo],
]
