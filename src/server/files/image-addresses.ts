import type { Image } from '#contract/lib/images.ts'
import { IMAGE_WIDTHS, type ImageWidth, imageKey } from './images.ts'

const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** The columns of a stored image that its addresses need. */
export interface ImageRow {
  id: number
  name: string
  storageKey: string
  contentType: string
  width: number
  height: number
}

/** The columns of an ImageRow. */
export const imageColumns = [
  'images.id',
  'images.name',
  'images.storageKey',
  'images.contentType',
  'images.width',
  'images.height',
] as const

const folderOf = (storageKey: string) => `/images/${storageKey.slice(storageKey.lastIndexOf('/') + 1)}`

/** The permanent address of an image at one of its widths, relative to this server; needs no token. */
export const widthAddress = (storageKey: string, width: ImageWidth) => `${folderOf(storageKey)}/${width}.webp`

/** An image as callers receive it. */
export function imageOf({ storageKey, contentType, ...row }: ImageRow): Image {
  return {
    ...row,
    original: `${folderOf(storageKey)}/original.${EXTENSIONS[contentType] ?? 'bin'}`,
    large: widthAddress(storageKey, 1415),
    medium: widthAddress(storageKey, 708),
    small: widthAddress(storageKey, 320),
  }
}

const FILE = /^(?:original\.(png|jpg|webp|gif)|(\d{3,4})\.webp|mail-(original|\d{3,4}))$/

/**
 * The storage key and content type behind an address; the content type is null for the form of a mail. Null
 * if it cannot be the address of an image.
 */
export function storedAt(folder: string, file: string): { key: string; contentType: string | null } | null {
  const found = FILE.exec(file)
  if (!found || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(folder)) return null
  const storageKey = `images/${folder.slice(0, 2)}/${folder}`
  const [, extension, digits, mailed] = found
  if (mailed === 'original') return { key: storageKey, contentType: null }
  if (extension) {
    const contentType = Object.keys(EXTENSIONS).find((type) => EXTENSIONS[type] === extension)
    return contentType ? { key: storageKey, contentType } : null
  }
  const width = IMAGE_WIDTHS.find((each) => each === Number(digits ?? mailed))
  return width ? { key: imageKey(storageKey, width), contentType: mailed ? null : 'image/webp' } : null
}
