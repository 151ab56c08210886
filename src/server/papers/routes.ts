import { z } from 'zod'
import { envelope, nothing } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { applied, applyInput, documentRequirements } from '#contract/papers/document-requirements.ts'
import { asked, askInput, askPreview, paper, paperInput, paperPatch, papersOfOrder } from '#contract/papers/papers.ts'
import type { App } from '#server/http/app-types.ts'
import { run } from '#server/http/operations.ts'
import { done, ok } from '#server/http/reply.ts'
import { patchValidatorCompiler } from '#server/http/validation.ts'
import { requireOrder } from '#server/orders/lock-order.ts'
import { papersOf } from '#server/orders/papers/read-papers.ts'
import type { Services } from '#server/services.ts'
import { applyRequirement } from './apply-requirement.ts'
import { askForPapers, previewAsking, revokeUploadLink } from './ask-for-papers.ts'
import { addPaper, changePaper } from './change-papers.ts'

const tags = ['Papers']
const params = z.object({ id: pathId })
const paperParams = z.object({ id: pathId, requirementId: pathId })
const linkParams = z.object({ id: pathId, linkId: pathId })
const BASE = '/request/booking/:id/requirements'

export function paperRoutes(app: App, services: Services): void {
  const path = `/${documentRequirements.path}/:id/apply`
  app.post(
    path,
    { schema: { tags: [documentRequirements.name], params, body: applyInput, response: { 200: envelope(applied) } } },
    async (request) =>
      ok(await run(request, services, applyRequirement, { id: request.params.id, preview: request.body.preview })),
  )
  orderPapers(app, services)
  askRoutes(app, services)
}

function orderPapers(app: App, services: Services): void {
  app.get(BASE, { schema: { tags, params, response: { 200: envelope(papersOfOrder) } } }, async (request) =>
    ok(
      await request.read(async (db) => {
        await requireOrder(db, request.params.id)
        return papersOf(db, request.params.id)
      }),
    ),
  )
  app.post(
    BASE,
    { config: { once: true }, schema: { tags, params, body: paperInput, response: { 200: envelope(paper) } } },
    async (request) => ok(await run(request, services, addPaper, { ...request.body, orderId: request.params.id })),
  )
  app.put(
    `${BASE}/:requirementId`,
    {
      schema: { tags, params: paperParams, body: paperPatch, response: { 200: envelope(paper) } },
      validatorCompiler: patchValidatorCompiler,
    },
    async (request) => {
      const { id, requirementId } = request.params
      const change = { orderId: Number(id), paperId: Number(requirementId), patch: request.body }
      return ok(await run(request, services, changePaper, change))
    },
  )
}

function askRoutes(app: App, services: Services): void {
  app.post(
    `${BASE}/ask`,
    { config: { once: true }, schema: { tags, params, body: askInput, response: { 200: envelope(asked) } } },
    async (request) => ok(await run(request, services, askForPapers, { ...request.body, orderId: request.params.id })),
  )
  app.post(
    `${BASE}/ask/preview`,
    { schema: { tags, params, body: askInput, response: { 200: envelope(askPreview) } } },
    async (request) =>
      ok(await request.read((db) => previewAsking(db, services, { ...request.body, orderId: request.params.id }))),
  )
  app.delete(
    '/request/booking/:id/upload-links/:linkId',
    { schema: { tags, params: linkParams, response: { 200: envelope(nothing) } } },
    async (request) => {
      const { id, linkId } = request.params
      await run(request, services, revokeUploadLink, { orderId: id, linkId })
      return done()
    },
  )
}
