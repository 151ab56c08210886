import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { embeddedPlace, query } from './embedded.fixture.ts'

const place = embeddedPlace()

const RIGHTS = 'rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls'
const ownRights = (url: string) => query(url, `select ${RIGHTS} from pg_roles where rolname = current_user`)
const NONE = [false, false, false, false, false]

test('the product logs in as an ordinary owner of its database, and migrates as such', async () => {
  const { url, adminUrl } = await place.start()
  expect(await ownRights(url)).toEqual(NONE)
  await migrate(url)
  for (const sql of [
    'create database more',
    'create role more',
    `copy (select 1) to '/tmp/x'`,
    'select pg_read_file(1)',
  ])
    await expect(query(url, sql), sql).rejects.toThrow(/permission denied|does not exist/)
  expect(await query(adminUrl, 'show is_superuser')).toEqual(['on'])
})

/** Objects that do not belong to the owner; extensions bring their own. */
const NOT_OWNED = `
  select oid::regclass::text from pg_class where relowner <> to_regrole('quayside_owner') and oid >= 16384
    and relkind in ('r', 'v', 'S', 'i', 'c', 'm')
  union all select oid::regprocedure::text from pg_proc p where proowner <> to_regrole('quayside_owner') and oid >= 16384
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all select oid::regtype::text from pg_type t where typowner <> to_regrole('quayside_owner') and oid >= 16384
    and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
    and not exists (select from pg_depend where objid = t.typelem and deptype = 'e')
  union all select nspname from pg_namespace where nspowner = 10 and nspname !~ '^pg_|information_schema'`

test('a folder of an earlier version, where a superuser owned everything, is handed over with its data', async () => {
  const before = await place.start()
  await query(
    before.adminUrl,
    `create schema if not exists other; create type other.mood as enum ('calm'); create domain other.code as text;
     create table other.kept (id serial, n integer generated always as identity, mood other.mood, code other.code);
     create view other.seen as select * from other.kept; create type other.pair as (a int, b int);
     create materialized view other.stored as select 1 as n; create sequence other.free;
     create function other.f(a other.code) returns int language sql as 'select 1';
     create procedure other.p() language sql as 'select 1'; insert into other.kept (mood, code) values ('calm', 'x')`,
  )
  await query(before.adminUrl, 'reassign owned by quayside_owner to quayside; drop role quayside_owner')
  await before.stop()
  const { url, adminUrl } = await place.start()
  expect(await ownRights(url)).toEqual(NONE)
  expect(await query(adminUrl, NOT_OWNED)).toEqual([])
  expect(await query(url, 'select code from other.kept')).toEqual(['x'])
  expect(await query(url, 'select count(*) from migrations')).not.toEqual(['0'])
  await query(
    url,
    `alter table other.kept add more text; select graphile_worker.add_job('x'); drop schema other cascade`,
  )
  await migrate(url)
})
