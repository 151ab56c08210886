import { sql } from 'kysely'
import {
  ArrayExpressionNode,
  type ExpressionNode,
  GenericExpressionNode,
  generate,
  IdentifierNode,
  PostgresDialect,
  type PostprocessFunction,
} from 'kysely-codegen'
import { createDb, createPool } from '#server/db/client.ts'

export const TYPES_FILE = 'src/server/db/types.ts'

/**
 * Nodes instead of strings: kysely-codegen would parse strings with an API that TypeScript 7 no longer has.
 */
const type = (name: string, ...args: ExpressionNode[]): ExpressionNode =>
  args.length > 0 ? new GenericExpressionNode(name, args) : new IdentifierNode(name)

/** Modules of names that kysely-codegen does not know: a module, or a module with # and its export. */
const IMPORTS = {
  Flags: './column-types.ts',
  GeneratedAlways: 'kysely',
  StoredObject: './column-types.ts',
  StoredJson: './column-types.ts',
  PageSize: '#contract/lib/envelope.ts',
  OrderStatus: '#contract/codes/order-codes.ts',
  QuoteLine: '#contract/quotes/quotes.ts',
  NullableLane: '#contract/rates/rate-entities.ts',
  RunKindName: '#contract/runs/runs.ts',
  Tier: '#contract/free-time/tiers.ts',
  Time: './column-types.ts',
  TradeTerms: '#contract/codes/order-codes.ts',
  TransportationMode: '#contract/codes/order-codes.ts',
}

/** Types to which our connections parse these types of PostgreSQL (db/client.ts). */
const SCALARS = { date: type('string'), int8: type('number'), numeric: type('number'), timestamptz: type('Time') }

/** Facts that the database does not know: the shape of JSON, codes stored as numbers, read-only columns. */
const COLUMNS = {
  'audit_entries.after': type('StoredObject'),
  'audit_entries.before': type('StoredObject'),
  'free_time_rules.tiers': type('JSONColumnType', new ArrayExpressionNode(type('Tier'))),
  'idempotency_keys.reply': type('StoredJson'),
  'mail_templates.system': type('GeneratedAlways', type('boolean')),
  'order_prices.inputs': type('StoredObject'),
  'order_prices.lines': type('JSONColumnType', new ArrayExpressionNode(type('QuoteLine'))),
  'order_prices.rates': type('StoredJson'),
  'quotes.answer': type('Generated', type('StoredObject')),
  'quotes.inputs': type('StoredObject'),
  'rate_changes.values': type('JSONColumnType', type('NullableLane')),
  'rate_history.values': type('StoredObject'),
  'rate_sets.refused': type('StoredJson'),
  'orders.shipment_trade_terms': type('TradeTerms'),
  'orders.status': type('Generated', type('OrderStatus')),
  'orders.tracking_code': type('GeneratedAlways', type('string')),
  'orders.transportation_mode': type('TransportationMode'),
  'runs.kind': type('RunKindName'),
  'totals.id': type('GeneratedAlways', type('number')),
  'users.order_column_settings': type('Flags'),
  'users.rows_per_page': type('PageSize'),
}

/**
 * `check (kind in ('news', 'resources'))` and `check (role <@ array['A', 'B'])`, as PostgreSQL prints them.
 */
const CHECKED_COLUMN = /\((\w+) (?:= ANY|<@) \(?ARRAY\[('[^\]]+)\]/

/** Columns calculated from columns that are never null, which PostgreSQL does not conclude. */
const NEVER_NULL = new Set(['mail_templates.system', 'orders.tracking_code'])

/** Gives a text column the values that its check lists as its type. */
const refine: PostprocessFunction = async ({ db, metadata }) => {
  const checks = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`.execute(db)
  for (const { table: tableName, definition } of checks.rows) {
    const [, name, list = ''] = CHECKED_COLUMN.exec(definition) ?? []
    const table = metadata.tables.find((candidate) => candidate.name === tableName)
    const column = table?.columns.find((candidate) => candidate.name === name)
    if (column) column.enumValues = [...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value)
  }
  for (const { name: table, columns } of metadata.tables)
    for (const column of columns) if (NEVER_NULL.has(`${table}.${column.name}`)) column.isNullable = false
  return metadata
}

/** The text of `types.ts` for a migrated database. */
export async function databaseTypes(url: string): Promise<string> {
  const dialect = new PostgresDialect()
  Object.assign(dialect.adapter.scalars, SCALARS)
  const pool = createPool(url, 1)
  try {
    return await generate({
      camelCase: true,
      customImports: IMPORTS,
      db: createDb(pool).withoutPlugins(),
      dialect,
      // The views of the rules are read only by the database, the totals of items by plain SQL.
      excludePattern: '{graphile_worker.*,public.attention_!(rules)}',
      outFile: null,
      overrides: { columns: COLUMNS },
      postprocess: refine,
      typeOnlyImports: true,
    })
  } finally {
    await pool.end()
  }
}
