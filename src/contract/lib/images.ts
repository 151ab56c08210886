import { z } from 'zod'

/** Maximum bytes of an image: 4 MB. */
export const MAX_IMAGE_SIZE = 4 * 1024 * 1024
export const IMAGE_TOO_LARGE = 'Error. Maximal image size is 4 Mb'
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/** A stored image: addresses of the original, re-encoded, and of its smaller widths; sizes in pixels. */
export const image = z.object({
  id: z.int(),
  name: z.string(),
  original: z.string(),
  large: z.string(),
  medium: z.string(),
  small: z.string(),
  width: z.int(),
  height: z.int(),
})
export type Image = z.infer<typeof image>
