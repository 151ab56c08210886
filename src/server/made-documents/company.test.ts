import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { textOfPdf } from '#server/pdf/read-pdf.fixture.ts'
import { picture, uploadImage } from '#server/test/pictures.ts'
import { testServer } from '#server/test/test-server.ts'
import { madeRecords } from './made-documents.fixture.ts'

const server = testServer()
let token: string
let records: Awaited<ReturnType<typeof madeRecords>>

beforeAll(async () => {
  records = await madeRecords(server)
  token = await server.signIn({ role: [Role.ADMIN] })
})

const read = async () => (await server.call('GET', 'admin/company', { token })).body.data
const save = (body: object) => server.call('PUT', 'admin/company', { token, body })
const imageId = async (data: Buffer, name: string) => (await uploadImage(server, data, name)).body.data.id

test('what documents say about the forwarder is empty at first, and changes field by field', async () => {
  expect(await read()).toMatchObject({ name: '', address: '', bankLines: '', logo: null, clausesBlock: null })
  const first = await save({ name: 'Quayside Ltd.', address: '1 Harbour Road\nRotterdam' })
  expect(first.body.data).toMatchObject({ name: 'Quayside Ltd.', address: '1 Harbour Road\nRotterdam', phone: '' })
  expect((await save({ phone: '+31 10' })).body.data).toMatchObject({ name: 'Quayside Ltd.', phone: '+31 10' })
  const { body } = await server.call('GET', 'admin/audit?entity=companyProfile', { token })
  expect(body.data.items).toMatchObject([
    { action: 'company.update', before: { phone: '' }, after: { phone: '+31 10' } },
    { after: { name: 'Quayside Ltd.' } },
  ])
})

test('an outdated version is 409 with the record as it is now', async () => {
  const { updatedAt } = await read()
  expect((await save({ email: 'ops@quayside.example', updatedAt })).status).toBe(200)
  const late = await save({ email: 'late@quayside.example', updatedAt })
  expect([late.status, late.body.data.email]).toEqual([409, 'ops@quayside.example'])
})

test('the logo is PNG or JPEG, and the clauses are a block without variables', async () => {
  const png = await imageId(await picture().png().toBuffer(), 'logo.png')
  const webp = await imageId(await picture().webp().toBuffer(), 'logo.webp')
  expect((await uploadImage(server, Buffer.from('<svg onload="x"/>'), 'logo.png')).status).toBe(400)
  expect((await save({ logoId: webp })).body.data).toEqual({ logoId: 'The logo must be a PNG or JPEG image' })
  expect((await save({ logoId: 987_654 })).body.data).toHaveProperty('logoId')
  const block = async (content: string) =>
    (await server.call('POST', 'template/block', { body: { title: 'Terms', content } })).body.data.id
  const plain = await block('<p>All business under <b>our terms</b>.</p>')
  expect((await save({ clausesBlockId: await block('<p>Dear {{ contact.name }}</p>') })).body.data).toHaveProperty(
    'clausesBlockId',
  )
  const saved = await save({ logoId: png, clausesBlockId: plain, address: '1 Harbour Road' })
  expect(saved.body.data).toMatchObject({ logo: { name: 'logo.png' }, clausesBlock: { name: 'Terms' } })

  const { addOrder, made } = records
  const { pdf } = await made((await addOrder()).id, 'arrival-notice')
  expect((await textOfPdf(pdf)).join('\n')).toContain('All business under our terms.')
  expect(Buffer.from(pdf).toString('latin1')).toMatch(/\/Subtype\s*\/Image/)
})

test('fonts that cannot be read are named; documents are printed without them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-fonts-'))
  await writeFile(join(folder, 'broken.ttf'), 'no font')
  await writeFile(join(folder, 'readme.txt'), 'not meant as one')
  await copyFile('src/server/pdf/test-fonts/droid-sans-fallback-part.ttf', join(folder, 'droid.ttf'))
  expect(await read()).toMatchObject({ unreadableFonts: [] })
  server.config.pdfFonts = folder
  expect(await read()).toMatchObject({ unreadableFonts: ['broken.ttf'] })
  const { addOrder, made } = records
  await save({ name: 'Quayside Ltd.', address: '1 Harbour Road' })
  const { pdf } = await made((await addOrder({ companyName: '宁波' })).id, 'arrival-notice')
  expect((await textOfPdf(pdf)).join('')).toContain('宁波')
  server.config.pdfFonts = undefined
  await rm(folder, { recursive: true })
})

test('only administrators read and change it', async () => {
  expect((await server.call('GET', 'admin/company')).status).toBe(403)
  expect((await server.call('PUT', 'admin/company', { body: { name: 'x' } })).status).toBe(403)
})
