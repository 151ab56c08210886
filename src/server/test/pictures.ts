import sharp, { type Sharp } from 'sharp'
import type { Reply, TestServer } from './server.ts'

/** A picture of one colour; sizes in pixels. */
export const picture = (width = 60, height = 24): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#204060' } })

/** Uploads the bytes of an image as staff; `field` is the name of the form's field. */
export function uploadImage(server: TestServer, data: Buffer, name: string, field = 'image'): Promise<Reply> {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(data)]), name)
  return server.call('POST', 'images/upload', { body: form })
}

/** Uploads a small picture; returns its id. */
export const storedImage = async (server: TestServer): Promise<number> =>
  (await uploadImage(server, await picture().png().toBuffer(), 'ship.png')).body.data.id
