import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { editorImage } from '#contract/blog/images.ts'
import { envelope } from '#contract/lib/envelope.ts'
import { image, MAX_IMAGE_SIZE } from '#contract/lib/images.ts'
import { type App, actorOf } from '#server/http/app-types.ts'
import { UPLOAD } from '#server/http/limits.ts'
import { ok } from '#server/http/reply.ts'
import { addressKey } from '#server/http/security/address-key.ts'
import type { Services } from '#server/services.ts'
import { listEditorImages, openImage, uploadImage } from './images.ts'

const tags = ['Images']

export function imageRoutes(app: App, services: Services): void {
  const upload = {
    tags,
    response: { 200: envelope(image) },
  }
  app.post(
    '/images/upload',
    { ...UPLOAD, config: { documented: { file: 'image' } }, schema: upload },
    async (request) => {
      const part = request.isMultipart()
        ? await request.file({ limits: { fileSize: MAX_IMAGE_SIZE, files: 1 } })
        : undefined
      return ok(await uploadImage(services, part, actorOf(request)))
    },
  )

  app.get('/images/editor_list', { schema: { tags, response: { 200: envelope(z.array(editorImage)) } } }, async () =>
    ok(await listEditorImages(services.db)),
  )
}

/** Pictures of articles and mails, public and cached for good, since a stored image never changes. */
export const imageFiles = (services: Services) => async (app: FastifyInstance) => {
  app.get<{ Params: { folder: string; file: string } }>('/images/:folder/:file', async (request, reply) => {
    const { folder, file } = request.params
    const { content, contentType } = await openImage(services, { folder, file, caller: addressKey(request.ip) })
    return reply
      .type(contentType)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(content)
  })
}
