import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type pg from 'pg'
import { messageOf } from '#server/errors.ts'

/** A function, view or trigger, as a file of its room defines it. */
export interface DatabaseObject {
  kind: 'function' | 'view' | 'trigger'
  name: string
  /** The table of a trigger. */
  table?: string
  /** The statement that creates it. */
  text: string
}

/**
 * Folder of the server's rooms: above this file's folder in the source, beside this file in a build, which
 * has copies.
 */
const ROOMS = import.meta.filename.endsWith('.ts') ? join(import.meta.dirname, '..') : import.meta.dirname
const CREATED = /^create (?:constraint )?(function|view|trigger) (\w+)(?:[^;]*?\son (\w+)\s)?/
/** A part of a view that is repeated for each file of a folder, from this comment to '-- end'. */
const EACH = /^ *-- for each of (\w+), joined by '(.+)':\n([\s\S]*?\n) *-- end\n/m

async function sqlFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter(({ name }) => name.endsWith('.sql')).map(({ parentPath, name }) => join(parentPath, name))
}

/** The text with each such part repeated for every file; `:name` becomes the file's name, 'mail-failed'. */
function withEach(text: string, folder: string, files: readonly string[]): string {
  return text.replace(EACH, (_, of: string, by: string, each: string) => {
    const here = join(folder, of) + sep
    const names = files
      .filter((file) => file.startsWith(here))
      .map((file) => relative(here, file).slice(0, -'.sql'.length))
    return names
      .map((name) => each.replaceAll(':name', name).replaceAll(':view', name.replaceAll('-', '_')))
      .join(`${by}\n`)
  })
}

/**
 * Statements of a file. Only at the beginning of a line does `create` begin a statement, or `--` a comment on
 * one.
 */
const statementsIn = (text: string) =>
  text
    .replaceAll(/^--.*\n/gm, '')
    .split(/^(?=create )/m)
    .map((statement) => statement.trim())
    .filter(Boolean)

function objectOf(text: string): DatabaseObject {
  const [, kind, name, table] = CREATED.exec(text) ?? []
  if ((kind === 'function' || kind === 'view') && name) return { kind, name, text }
  if (kind === 'trigger' && name && table) return { kind, name, table, text }
  throw new Error(`Neither a function, nor a view, nor a trigger:\n${text}`)
}

/** All functions, views and triggers of this version, from the `sql` folder of every room. */
export async function readObjects(): Promise<DatabaseObject[]> {
  const rooms = (await readdir(ROOMS, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const folders = rooms.map(({ name }) => join(ROOMS, name, 'sql'))
  const found = await Promise.all(
    folders.map(async (folder) => {
      const files = (await sqlFiles(folder)).sort()
      const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
      return texts.flatMap((text) => statementsIn(withEach(text, folder, files)))
    }),
  )
  return found.flat().map(objectOf)
}

const keyOf = ({ kind, name, table }: DatabaseObject) => [kind, name, table].filter(Boolean).join(' ')
const hashOf = ({ text }: DatabaseObject) => createHash('sha256').update(text).digest('hex')
const mentions = ({ text }: DatabaseObject, { name }: DatabaseObject) => text.split(/\W+/).includes(name)

/** Views to create again: those that changed and those that read them, each after all that it reads. */
function viewsToReplace(views: readonly DatabaseObject[], changed: ReadonlySet<DatabaseObject>): DatabaseObject[] {
  const others = (view: DatabaseObject) => views.filter((other) => other !== view && mentions(view, other))
  const isStale = (view: DatabaseObject): boolean => changed.has(view) || others(view).some(isStale)
  const ordered = new Set<DatabaseObject>()
  const add = (view: DatabaseObject) => {
    others(view).forEach(add)
    ordered.add(view)
  }
  views.forEach(add)
  return [...ordered].filter(isStale)
}

/**
 * Statements that bring these objects up to date, functions first: views read them, and triggers call them.
 */
function statementsFor(objects: readonly DatabaseObject[], changed: ReadonlySet<DatabaseObject>): string[] {
  const of = (kind: DatabaseObject['kind']) => objects.filter((object) => object.kind === kind)
  const views = viewsToReplace(of('view'), changed)
  return [
    // Bodies are checked at their first call: they may name objects that are created after them.
    'set local check_function_bodies = off',
    ...of('function')
      .filter((each) => changed.has(each))
      .map(({ text }) => text.replace('create ', 'create or replace ')),
    ...(views.length > 0 ? [`drop view if exists ${views.map(({ name }) => name).join(', ')}`] : []),
    ...views.map(({ text }) => text),
    ...of('trigger')
      .filter((each) => changed.has(each))
      .flatMap(({ name, table, text }) =>
        // PostgreSQL cannot replace constraint triggers. Replacing the others lets the table be read
        // meanwhile.
        text.startsWith('create trigger ')
          ? [text.replace('create ', 'create or replace ')]
          : [`drop trigger if exists ${name} on ${table}`, text],
      ),
  ]
}

async function execute(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    throw new Error(`${statement.split('\n', 1)} … failed: ${messageOf(error)}`, { cause: error })
  }
}

/**
 * Brings functions, views and triggers up to date with their files, in one transaction. Objects with
 * unchanged text stay untouched; views that read a changed one are created again. Returns how many changed. A
 * migration drops objects that no file has any more.
 */
export async function applyObjects(client: pg.Client, objects: readonly DatabaseObject[]): Promise<number> {
  await client.query('create table if not exists database_objects (name text primary key, hash text not null)')
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from database_objects')
  const known = new Map(rows.map(({ name, hash }) => [name, hash]))
  const changed = new Set(objects.filter((object) => known.get(keyOf(object)) !== hashOf(object)))
  const names = objects.map(keyOf)
  if (changed.size === 0 && names.length === known.size) return 0
  await client.query('begin')
  try {
    for (const statement of statementsFor(objects, changed)) await execute(client, statement)
    await client.query('truncate database_objects')
    await client.query('insert into database_objects (name, hash) select * from unnest($1::text[], $2::text[])', [
      names,
      objects.map(hashOf),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return changed.size
}
