import { beforeAll, expect, test } from 'vitest'
import { createEvent, createTemplate } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { trailOf } from '#server/test/trail.ts'

const server = testServer()
let first: { id: number; title: string }
let second: { id: number; title: string }

beforeAll(async () => {
  first = await createTemplate(server.db)
  second = await createTemplate(server.db)
})

const edit = (id: number, body: object) => server.call('PUT', `request/event/edit/${id}`, { body })
const templateOf = async (id: number) => (await server.call('GET', `request/event/${id}`)).body.data.emailTemplate

/** An event that has the first template already. */
async function withTemplate(): Promise<number> {
  const { id } = await createEvent(server.db)
  await server.db.updateTable('events').set({ emailTemplateId: first.id }).where('id', '=', id).execute()
  return id
}

test.each([
  ['emailTemplateId: id', () => ({ emailTemplateId: second.id })],
  ['emailTemplate: {id}', () => ({ emailTemplate: { id: second.id } })],
  ['emailTemplate as a row shows it', () => ({ emailTemplate: { id: second.id, title: 'Old title' } })],
])('%s sets the mail template, on add, edit and save', async (_, bodyOf) => {
  const body = bodyOf()
  const shown = { emailTemplateId: second.id, emailTemplate: { id: second.id, title: second.title } }
  const id = await withTemplate()
  expect((await edit(id, body)).body.data).toMatchObject(shown)
  const added = await server.call('POST', 'request/event', { body: { name: 'Added', ...body } })
  expect(added.body.data).toMatchObject(shown)
  const saved = await withTemplate()
  await server.call('PUT', 'request/event/save', { body: { id: saved, ...body } })
  expect(await templateOf(saved)).toMatchObject({ id: second.id })
})

test.each([{ emailTemplateId: null }, { emailTemplate: null }])('%o removes the mail template', async (body) => {
  const id = await withTemplate()
  expect((await edit(id, body)).body.data).toMatchObject({ emailTemplateId: null, emailTemplate: null })
})

test('an edit that names no mail template leaves it', async () => {
  const id = await withTemplate()
  expect((await edit(id, { name: 'Renamed' })).body.data.emailTemplate).toMatchObject({ id: first.id })
})

test('with both forms emailTemplateId wins, as when a row is sent back with a new id', async () => {
  const id = await withTemplate()
  const both = { emailTemplateId: second.id, emailTemplate: { id: first.id } }
  expect((await edit(id, both)).body.data.emailTemplateId).toBe(second.id)
})

test.each([
  { emailTemplate: { id: 999_999 } },
  { emailTemplate: { id: 'x' } },
  { emailTemplate: {} },
  { emailTemplate: 7 },
])('%o is refused and changes nothing', async (body) => {
  const id = await withTemplate()
  expect((await edit(id, body)).status).toBe(400)
  expect(await templateOf(id)).toMatchObject({ id: first.id })
})

test('the audit trail names the template once', async () => {
  const id = await withTemplate()
  await edit(id, { emailTemplate: { id: second.id } })
  const [entry] = await trailOf(server.db, 'events', id)
  expect(entry).toMatchObject({ before: { emailTemplateId: first.id }, after: { emailTemplateId: second.id } })
  expect(Object.keys(Object(entry?.after))).not.toContain('emailTemplate')
})
