import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { createEmptyDatabase } from '#server/test/database.ts'
import { TEMPLATES } from './mail-templates.ts'

const MIGRATION = '0100-one-clock.sql'

/** The content of an example as it was shipped before times named their zone. */
const asShipped = (content: string) =>
  content
    .replace(
      '{{ confirmation.documentationCutOffAt }}</strong>.',
      '{{ confirmation.documentationCutOffAt }}</strong> (UTC).',
    )
    .replace(
      'The cut-off is {{ confirmation.cargoCutOffAt }}.',
      'The cut-off is {{ confirmation.cargoCutOffAt }} (UTC).',
    )
    .replace(
      "documentationCutOffAt | default: 'to be advised' }}</strong>",
      "documentationCutOffAt | default: 'to be advised' }}</strong> (UTC)",
    )
    .replace('{{ order.destination }}, {{ order.eventDate }}.', '{{ order.destination }}, {{ order.eventDate }} (UTC).')

test('an update takes a zone written by hand out of examples as they were shipped, and leaves other words alone', async () => {
  const database = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const files = (await readdir('migrations')).filter((name) => name.endsWith('.sql') && name <= MIGRATION).sort()
    await migrate(database.url, { only: files.filter((name) => name !== MIGRATION) })
    const shipped = TEMPLATES.filter(({ content }) => asShipped(content) !== content)
    expect(shipped).toHaveLength(4)
    const own = '<p>Cut-off: {{ confirmation.cargoCutOffAt }} (UTC)</p>'
    const insert = 'insert into mail_templates (title, subject, content) values ($1, $2, $3)'
    for (const { title, subject, content } of shipped) await client.query(insert, [title, subject, asShipped(content)])
    await client.query(insert, ['Own', 'Own', own])
    await migrate(database.url, { only: files })
    const { rows } = await client.query('select title, content from mail_templates where purpose is null order by id')
    expect(rows).toEqual([...shipped.map(({ title, content }) => ({ title, content })), { title: 'Own', content: own }])
  } finally {
    await client.end()
    await database.drop()
  }
})
