import { createHmac } from 'node:crypto'
import pg from 'pg'

const DATABASE = 'quayside'
/**
 * The role that the product logs in with, also for migrations: it owns the database, and may do nothing
 * beyond it.
 */
const OWNER = 'quayside_owner'
/** Extensions that migrations use. */
const EXTENSIONS = ['pg_trgm', 'btree_gist']

/** Connection strings of the database: one for its owner, one for the superuser who prepares it. */
export interface Addresses {
  url: string
  adminUrl: string
}

/**
 * Objects that a superuser made in an earlier version; members of extensions, and objects that belong to a
 * table, follow these.
 */
const FOREIGN_OBJECTS = `
  select 'schema' as kind, quote_ident(nspname) as name from pg_namespace
    where nspowner = superuser and nspname !~ '^pg_' and nspname <> 'information_schema'
  union all
  select case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
      when 'c' then 'type' else 'table' end, format('%I.%I', nspname, relname)
    from pg_class join pg_namespace n on n.oid = relnamespace
    where relowner = superuser and relkind in ('r', 'p', 'S', 'v', 'm', 'c') and nspname !~ '^pg_'
      and nspname <> 'information_schema'
      and not exists (select from pg_depend d where classid = 'pg_class'::regclass and objid = pg_class.oid
        and deptype in ('a', 'e', 'i') and (relkind = 'S' or deptype = 'e'))
  union all
  select 'routine', p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = pronamespace
    where proowner = superuser and nspname !~ '^pg_' and nspname <> 'information_schema'
      and not exists (select from pg_depend d where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all
  select 'type', format('%I.%I', nspname, typname) from pg_type t join pg_namespace n on n.oid = typnamespace
    where typowner = superuser and typtype in ('d', 'e', 'r') and nspname !~ '^pg_' and nspname <> 'information_schema'
      and not exists (select from pg_depend d where classid = 'pg_type'::regclass and objid = t.oid and deptype = 'e')`

/**
 * Prepares the database in one transaction; running it again changes nothing. REASSIGN OWNED does not work
 * for the superuser that initdb made.
 */
const prepare = (password: string) => `
  do $$
  declare
    superuser oid := (select oid from pg_roles where rolname = current_user);
    each record;
  begin
    if not exists (select from pg_roles where rolname = '${OWNER}') then
      create role ${OWNER} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}';
    end if;
    for each in ${FOREIGN_OBJECTS} loop
      execute format('alter %s %s owner to ${OWNER}', each.kind, each.name);
    end loop;
  end $$;
  alter database ${DATABASE} owner to ${OWNER};
  ${EXTENSIONS.map((name) => `create extension if not exists ${name};`).join('\n')}
  -- Leaves out the rows and keys that errors are about. Not for the whole server: details say why it does not
  -- start.
  alter database ${DATABASE} set log_error_verbosity = 'terse'`

/**
 * The owner's password, derived from the superuser's: there is no second secret to keep, and a standby has
 * the same.
 */
const ownersPassword = (password: string) => createHmac('sha256', password).update(OWNER).digest('base64url')

/**
 * Creates the database and its owner if they are missing, and gives the owner whatever a superuser owns in
 * it. `password` is the superuser's.
 */
export async function prepareDatabase(port: number, password: string): Promise<Addresses> {
  const address = (user: string, secret: string, database = DATABASE) =>
    `postgres://${user}:${secret}@127.0.0.1:${port}/${database}`
  const adminUrl = address('quayside', password)
  const owners = ownersPassword(password)
  const client = await connect(adminUrl).catch(async (error) => {
    if (error.code !== UNKNOWN_DATABASE) throw error
    await createDatabase(address('quayside', password, 'postgres'))
    return connect(adminUrl)
  })
  try {
    // A standby takes databases, roles and settings from its primary.
    const { rows } = await client.query('select pg_is_in_recovery() as standby')
    if (!rows[0]?.standby) await client.query(prepare(owners))
  } finally {
    await client.end()
  }
  return { url: address(OWNER, owners), adminUrl }
}

const UNKNOWN_DATABASE = '3D000'

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function createDatabase(url: string): Promise<void> {
  const client = await connect(url)
  try {
    await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}
