import type { FoundKind, SearchGroup } from '#contract/search/search.ts'
import { isPartOfName } from '#contract/search/search.ts'
import type { Found } from './found.ts'
import { beginsWith, forAnyLimit } from './statements.ts'

/** A record of a table that stays short. */
export interface NamedFound extends Found {
  section: SearchGroup
}

/**
 * The kinds of `named_records`, by the names in its triggers: their group, and what staff call their code.
 */
const KINDS: Record<
  Exclude<FoundKind, 'order' | 'client' | 'offer' | 'sailing'>,
  [section: SearchGroup, codeLabel?: string]
> = {
  article: ['articles'],
  template: ['templates'],
  block: ['templates', 'Identifier'],
  port: ['reference', 'Code'],
  city: ['reference', 'Code'],
  vessel: ['reference', 'IMO number'],
  carrier: ['reference', 'SCAC'],
  place: ['reference', 'FIRMS or sub-location code'],
  depot: ['reference', 'Code'],
  cartage: ['reference'],
  event: ['reference'],
}
const VALUES = Object.entries(KINDS)
  .map(([kind, [section, label = '']]) => `('${section}', '${kind}', '${label}')`)
  .join(', ')

/**
 * $1: the text, $2: the number of an IMO, $3: '%' if the text may stand anywhere in a name, '' if at its
 * beginning. Ranks as in `Found`.
 */
const named = forAnyLimit(
  (most) => `
with typed as materialized (
  select fold($1) collate "C" as text, $2::text as imo, $3::text || fold_pattern($1) || '%' as pattern where fold($1) <> ''
), hits as (
  select n.*, case
      when n.folded_title = t.text or (n.folded_code <> '' and n.folded_code in (t.text, t.imo)) then 0
      when starts_with(n.folded_title, t.text) or starts_with(n.folded_code, t.text) then 1 else 2 end as rank,
    n.folded_code <> '' and (starts_with(n.folded_code, t.text) or n.folded_code = t.imo) as by_code
  from typed t, named_records n
  where n.folded_title like t.pattern or (${beginsWith('n.folded_code', 't.text')}) or (t.imo <> '' and n.folded_code = t.imo)
)
select section, kind, id, title, code as detail, case when by_code then label else 'Name' end as matched, rank
from (
  select k.section, k.label, h.*, row_number() over (partition by k.section order by h.rank, h.title, h.id) as place
  from hits h join (values ${VALUES}) k (section, kind, label) on k.kind = h.kind
) placed where place <= ${most} order by section, place`,
)

/** Articles, templates and reference data by name and code, in one statement: text and values. */
export function namedFound(text: string, imo: string, limit: number): [string, unknown[]] {
  return [named(limit), [text, imo, isPartOfName(text) ? '%' : '']]
}
