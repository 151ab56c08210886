import pg from 'pg'

/**
 * Functions, views and triggers of a database as PostgreSQL has them, by 'function name', 'view name' or
 * 'trigger name table'.
 */
export async function readCatalog(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string; definition: string }>(`
      with ours as (select oid from pg_namespace where nspname = 'public')
      select 'function ' || p.proname as key, string_agg(pg_get_functiondef(p.oid), e'\\n' order by p.oid) as definition
        from pg_proc p where p.pronamespace in (table ours)
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        group by p.proname
      union all select 'view ' || c.relname, pg_get_viewdef(c.oid) from pg_class c
        where c.relkind in ('v', 'm') and c.relnamespace in (table ours)
      union all select 'trigger ' || t.tgname || ' ' || c.relname, pg_get_triggerdef(t.oid)
        from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace in (table ours)`)
    return Object.fromEntries(rows.map(({ key, definition }) => [key, definition]))
  } finally {
    await client.end()
  }
}
