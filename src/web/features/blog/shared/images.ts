import { z } from 'zod'
import { editorImage } from '#contract/blog/images.ts'
import { IMAGE_TOO_LARGE, type Image, image, MAX_IMAGE_SIZE } from '#contract/lib/images.ts'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { upload } from '#web/lib/api/upload.ts'

/** Uploads a picture of at most 4 MB; a refusal is an ApiError with its reason at the field `image`. */
export async function uploadImage(file: File, onProgress?: (share: number) => void): Promise<Image> {
  if (file.size > MAX_IMAGE_SIZE) throw new ApiError(413, IMAGE_TOO_LARGE, { fields: { image: IMAGE_TOO_LARGE } })
  const form = new FormData()
  form.append('image', file, file.name)
  return upload(image, 'images/upload', form, { onProgress })
}

/** Pictures inside a text: their upload, and those already uploaded. */
export const articleImages = {
  upload: async (file: File, onProgress: (share: number) => void) => (await uploadImage(file, onProgress)).large,
  list: () => request(z.array(editorImage), 'images/editor_list'),
}
