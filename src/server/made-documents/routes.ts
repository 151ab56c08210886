import { z } from 'zod'
import { envelope } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import {
  madeDocument,
  makeContainerDocumentInput,
  makeOrderDocumentInput,
} from '#contract/made-documents/made-documents.ts'
import { companyInput, companyWithFonts } from '#contract/system/company.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import { patchValidatorCompiler } from '#server/http/validation.ts'
import { unreadableFonts, warmUp } from '#server/pdf/make-pdf.ts'
import type { Services } from '#server/services.ts'
import { readCompany, saveCompany } from '#server/settings/company.ts'
import { makeDocument } from './make-document.ts'
import { readMade } from './read-made.ts'

const params = z.object({ id: pathId })
const tags = ['Order events and documents']
const all = { 200: envelope(z.array(madeDocument)) }
const one = { 200: envelope(madeDocument) }

export function madeDocumentRoutes(app: App, services: Services): void {
  ofOrders(app, services)
  ofContainers(app, services)
  companyRoutes(app, services)
}

function ofOrders(app: App, services: Services): void {
  const path = '/request/booking/:id/made-documents'
  app.get(path, { schema: { tags, params, response: all } }, async (request) => {
    warmUp(services.config.pdfFonts ?? null)
    return ok(await readMade(services.db, services, { orderId: request.params.id }))
  })
  app.post(path, { schema: { tags, params, body: makeOrderDocumentInput, response: one } }, async (request) => {
    const actor = { ...actorOf(request), userId: sessionOf(request).userId }
    const wanted = { subject: { orderId: request.params.id }, ...request.body }
    return ok(await makeDocument(services, wanted, actor))
  })
}

function ofContainers(app: App, services: Services): void {
  const path = '/container/:id/made-documents'
  app.get(path, { schema: { tags, params, response: all } }, async (request) => {
    warmUp(services.config.pdfFonts ?? null)
    return ok(await readMade(services.db, services, { containerId: request.params.id }))
  })
  app.post(path, { schema: { tags, params, body: makeContainerDocumentInput, response: one } }, async (request) => {
    const actor = { ...actorOf(request), userId: sessionOf(request).userId }
    const wanted = { subject: { containerId: request.params.id }, pieces: null, ...request.body }
    return ok(await makeDocument(services, wanted, actor))
  })
}

function companyRoutes(app: App, services: Services): void {
  const config = { access: 'admin' } as const
  const schema = { tags: ['System'], response: { 200: envelope(companyWithFonts) } }
  const unreadable = async () => ({ unreadableFonts: await unreadableFonts(services.config.pdfFonts ?? null) })
  app.get('/admin/company', { config, schema }, async () =>
    ok({ ...(await readCompany(services.db)), ...(await unreadable()) }),
  )
  app.put(
    '/admin/company',
    { config, schema: { ...schema, body: companyInput }, validatorCompiler: patchValidatorCompiler },
    async (request) => ok({ ...(await run(request, services, saveCompany, request.body)), ...(await unreadable()) }),
  )
}
