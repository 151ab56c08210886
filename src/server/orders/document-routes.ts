import { z } from 'zod'
import { envelope, listOf } from '#contract/lib/envelope.ts'
import { pathId } from '#contract/lib/fields.ts'
import { namedRecord } from '#contract/lib/resource.ts'
import { document, documentExchange } from '#contract/orders/orders.ts'
import { addDocumentsInput } from '#contract/orders/set-event.ts'
import { AppError } from '#server/errors.ts'
import { attachment, DOWNLOAD_POLICY } from '#server/files/attachment.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { sessionOf } from '#server/http/auth.ts'
import { DOWNLOAD, UPLOAD } from '#server/http/limits.ts'
import { run } from '#server/http/operations.ts'
import { ok } from '#server/http/reply.ts'
import type { Services } from '#server/services.ts'
import { addDocuments } from './add-documents.ts'
import { documentExchangeOf } from './document-exchange.ts'
import { openDocument, uploadDocuments } from './documents.ts'

const idParams = z.object({ id: pathId })
const tags = ['Order events and documents']

export function documentRoutes(app: App, services: Services): void {
  orderDocuments(app, services)
  uploadRoutes(app, services)
}

function orderDocuments(app: App, services: Services): void {
  app.get(
    '/request/booking/:id/document_exchange',
    { schema: { tags, params: idParams, response: { 200: envelope(documentExchange) } } },
    async (request) => ok(await documentExchangeOf(services.db, request.params.id)),
  )

  app.post(
    '/request/booking/:id/documents',
    {
      config: { once: true },
      schema: {
        tags,
        params: idParams,
        body: addDocumentsInput,
        response: { 200: envelope(documentExchange) },
      },
    },
    async (request) => {
      const { params, body } = request
      const input = { orderId: params.id, documents: body.documents, uploadedBy: sessionOf(request).userId }
      return ok(await run(request, services, addDocuments, input))
    },
  )
}

function uploadRoutes(app: App, services: Services): void {
  const { db } = services
  app.get(
    '/document/category/get_all',
    { schema: { tags, response: { 200: envelope(listOf(namedRecord)) } } },
    async () => {
      const items = await db.selectFrom('documentCategories').selectAll().orderBy('id').execute()
      return ok({ items, totalCount: items.length, numItemsPerPage: 1000, currentPageNumber: 1 })
    },
  )

  app.post(
    '/admin/document/upload/:id',
    {
      ...UPLOAD,
      config: { documented: { file: 'files[]' } },
      schema: {
        tags,
        params: idParams,
        response: { 200: envelope(z.object({ items: z.array(document) })) },
      },
    },
    async (request) => {
      if (!request.isMultipart()) throw new AppError(415, 'Send the files as multipart/form-data')
      const actor = { ...actorOf(request), userId: sessionOf(request).userId }
      return ok({
        items: await uploadDocuments(services, { categoryId: request.params.id, parts: request.files() }, actor),
      })
    },
  )

  app.get(
    '/document/:id/download',
    {
      ...DOWNLOAD,
      config: { anyQuery: true, writes: true, documented: { download: ['application/octet-stream'] } },
      schema: { tags, params: idParams },
    },
    async (request, reply) => {
      const { stream, name, contentType, size } = await openDocument(services, request.params.id)
      return reply
        .header('content-security-policy', DOWNLOAD_POLICY)
        .header('content-disposition', attachment(name))
        .header('content-length', size)
        .type(contentType)
        .send(stream as never) // the route has no response schema
    },
  )
}
