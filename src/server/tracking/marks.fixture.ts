import type { Pool } from 'pg'

/**
 * Letters that no page of ours has, so that three of them are unmistakable even in a column of three
 * characters.
 */
const LETTERS = [...'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭ']
const markOf = (index: number) => `ჰ${LETTERS[Math.floor(index / LETTERS.length)]}${LETTERS[index % LETTERS.length]}`
const numberOf = (index: number) => 737_000 + index
const MARK = /ჰ[ა-ჭ]{2}/gu
const NUMBER = /(?<!\d)737\d{3}(?!\d)/g

interface Column {
  name: string
  kind: 'text' | 'number' | 'json'
  /** Characters; null for any. */
  length: number | null
}

const COLUMNS = `
  select c.table_name || '.' || c.column_name as name, c.character_maximum_length as length,
    case when c.data_type in ('text', 'character varying') then 'text' when c.data_type in ('json', 'jsonb') then 'json'
      else 'number' end as kind
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and c.is_identity = 'NO'
    and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'integer', 'bigint', 'numeric')
  order by c.table_name, c.ordinal_position`

/**
 * Values to write into a column, best first: the same in all rows, with the row's number where values must
 * differ, only where there is something.
 */
function valuesFor({ name, kind, length }: Column, index: number): string[] {
  const mark = markOf(index)
  if (kind === 'number') return [`${numberOf(index)}`]
  if (kind === 'json') return [`'{"mark": "${mark}"}'`, `'[{"mark": "${mark}"}]'`]
  // A whole word where there is room, so that a cut text is found too.
  const long = length === null || length >= 12 ? `${mark} ${mark} ${mark}` : mark
  return [`'${long}'`, `'${mark}' || row_number`, `'${mark}'`, `'${mark}' where "${name.split('.')[1]}" is not null`]
}

const statement = (column: string, value: string) => {
  const [table, field] = column.split('.')
  return value.includes('row_number')
    ? `update "${table}" set "${field}" = ${value.replace('row_number', 'numbered.n')}
       from (select ctid as place, row_number() over () as n from "${table}") numbered where "${table}".ctid = numbered.place`
    : `update "${table}" set "${field}" = ${value}`
}

/**
 * Writes a text or a number of its own into every column of the database that takes one, new columns
 * included. Returns the marked columns ('orders.email') of tables with rows, and what finds them again in a
 * text.
 */
export async function markEverything(pool: Pool) {
  const client = await pool.connect()
  const marked = new Map<string, string>()
  try {
    const { rows } = await client.query<Column>(COLUMNS)
    await client.query("begin; set local quayside.attention = 'off'")
    for (const [index, column] of rows.entries()) {
      for (const value of valuesFor(column, index)) {
        await client.query('savepoint each')
        const changed = await client.query(statement(column.name, value)).catch(() => null)
        await client.query(changed ? 'release each' : 'rollback to each')
        if (!changed) continue
        if (changed.rowCount) marked.set(column.kind === 'number' ? `${numberOf(index)}` : markOf(index), column.name)
        break
      }
    }
    await client.query('commit')
  } finally {
    client.release()
  }
  return {
    columns: new Set(marked.values()),
    /** The columns whose marks stand in a text, sorted. */
    foundIn(text: string): string[] {
      const plain = text.replaceAll(/(?<=\d)[\u00a0,](?=\d{3})/g, '')
      const found = [...plain.matchAll(MARK), ...plain.matchAll(NUMBER)].map(([mark]) => marked.get(mark) ?? mark)
      return [...new Set(found)].sort()
    },
  }
}
