import { z } from 'zod'

/** The preferred size of an article's preview, in pixels. */
export const PREVIEW_WIDTH = 1415
export const PREVIEW_HEIGHT = 545

/** An image in the editor's list of images. */
export const editorImage = z.object({ id: z.int(), title: z.string(), value: z.string(), thumb: z.string() })
export type EditorImage = z.infer<typeof editorImage>
