import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Sharp } from 'sharp'
import { IMAGE_TOO_LARGE, type IMAGE_TYPES, MAX_IMAGE_SIZE } from '#contract/lib/images.ts'
import { errorCode } from '#server/errors.ts'
import type { FileStore } from './files.ts'

/** Pixels over all frames, to limit a decoder's memory. */
const MAX_PIXELS = 40_000_000

/** Widths in pixels: a thumbnail in lists, half and full width of a preview. */
export const IMAGE_WIDTHS = [320, 708, 1415] as const
export type ImageWidth = (typeof IMAGE_WIDTHS)[number]

type ImageType = (typeof IMAGE_TYPES)[number]
const ENCODERS: Record<ImageType, (image: Sharp) => Sharp> = {
  'image/png': (image: Sharp) => image.png(),
  'image/jpeg': (image: Sharp) => image.jpeg({ quality: 88 }),
  'image/webp': (image: Sharp) => image.webp({ quality: 88 }),
  'image/gif': (image: Sharp) => image.gif(),
}

/**
 * Thrown for a file that is not a PNG, JPEG, WebP or GIF, is over 4 MB, has too many pixels, or cannot be
 * decoded: see `reason`.
 */
export class UnsupportedImageError extends Error {
  override name = 'UnsupportedImageError'
  readonly reason: 'type' | 'bytes' | 'pixels' | 'broken'

  constructor(reason: UnsupportedImageError['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** An image as it was stored; sizes in pixels and bytes are those of the re-encoded original. */
export interface StoredImage {
  storageKey: string
  contentType: string
  width: number
  height: number
  size: number
  sha256: Buffer
}

/** The key of an image as WebP of at most this width; the original is under `storageKey` itself. */
export function imageKey(storageKey: string, width: ImageWidth): string {
  return `${storageKey}-${width}.webp`
}

/** The key of the copy of a WebP picture that mails show, made on the first request. */
const mailKey = (key: string) => `${key}.mail`

/** All files of an image: its original, its widths, and their copies for mails. */
export const filesOfImage = (storageKey: string): string[] =>
  [storageKey, ...IMAGE_WIDTHS.map((width) => imageKey(storageKey, width))].flatMap((key) => [key, mailKey(key)])

/** A key for a new image. */
export function newImageKey(): string {
  const id = randomUUID()
  return `images/${id.slice(0, 2)}/${id}`
}

/** The storage key of the image that a file belongs to, whether original, width or copy for mails. */
export const originalKey = (key: string) => key.replace(/(?:-\d+\.webp)?(?:\.mail)?$/, '')

/**
 * Stores a PNG, JPEG, WebP or GIF, judged by its content, and smaller widths of it as WebP, upright and
 * without metadata; never enlarged. Stores all files or none. Throws an UnsupportedImageError that names the
 * file.
 */
export async function storeImage(
  files: FileStore,
  data: Buffer,
  name: string,
  storageKey = newImageKey(),
): Promise<StoredImage> {
  const { type } = await checkImage(data, name)
  const { original, widths } = await encode(data, type, name)
  const keys = [storageKey, ...IMAGE_WIDTHS.map((width) => imageKey(storageKey, width))]
  const writes = [original.data, ...widths].map((bytes, at) => files.write(keys[at] ?? storageKey, bytes))
  const failed = (await Promise.allSettled(writes)).find((write) => write.status === 'rejected')
  if (failed) {
    await Promise.allSettled(keys.map((key) => files.remove(key)))
    throw failed.reason
  }
  return {
    storageKey,
    contentType: type,
    width: original.info.width,
    height: original.info.pageHeight ?? original.info.height,
    size: original.data.length,
    sha256: createHash('sha256').update(original.data).digest(),
  }
}

/**
 * A PNG, JPEG, WebP or GIF image encoded anew, upright and without metadata, and its pixels over all frames. Throws an
 * UnsupportedImageError that names the file, also for one of more than `maxPixels`.
 */
export async function encodeAnew(data: Buffer, name: string, maxPixels = MAX_PIXELS) {
  const { type, pixels } = await checkImage(data, name, maxPixels)
  const { default: sharp } = await import('sharp')
  const animated = type === 'image/gif' || type === 'image/webp'
  const upright = sharp(data, { limitInputPixels: MAX_PIXELS, animated }).autoOrient()
  return { data: await ENCODERS[type](upright).toBuffer().catch(broken(name)), contentType: type, pixels }
}

/** Checks the first bytes and the header, before anything is decoded. */
async function checkImage(
  data: Buffer,
  name: string,
  maxPixels = MAX_PIXELS,
): Promise<{ type: ImageType; pixels: number }> {
  if (data.length > MAX_IMAGE_SIZE) throw new UnsupportedImageError('bytes', IMAGE_TOO_LARGE)
  const { fileTypeFromBuffer } = await import('file-type')
  const type = (await fileTypeFromBuffer(data))?.mime
  if (!isImageType(type)) throw new UnsupportedImageError('type', `${name} is not a PNG, JPEG, WebP or GIF image`)
  const { default: sharp } = await import('sharp')
  const header = await sharp(data, { limitInputPixels: false, animated: true }).metadata().catch(broken(name))
  const pixels = (header.width ?? 0) * (header.height ?? 0)
  if (pixels > maxPixels) throw new UnsupportedImageError('pixels', `${name} has too many pixels`)
  return { type, pixels }
}

function isImageType(type: string | undefined): type is ImageType {
  return type !== undefined && Object.hasOwn(ENCODERS, type)
}

function broken(name: string): (cause: unknown) => never {
  return (cause) => {
    throw new UnsupportedImageError('broken', `${name} cannot be read as an image`, { cause })
  }
}

/** Encodes one width after the other, so that only one decoded image is in memory. */
async function encode(data: Buffer, type: ImageType, name: string) {
  const { default: sharp } = await import('sharp')
  const animated = type === 'image/gif' || type === 'image/webp'
  const upright = () => sharp(data, { limitInputPixels: MAX_PIXELS, animated }).autoOrient()
  try {
    const original = await ENCODERS[type](upright()).toBuffer({ resolveWithObject: true })
    const widths: Buffer[] = []
    for (const width of IMAGE_WIDTHS) {
      const resized = upright().resize({ width, withoutEnlargement: true })
      widths.push(await resized.webp({ quality: 82, effort: 2 }).toBuffer())
    }
    return { original, widths }
  } catch (cause) {
    return broken(name)(cause)
  }
}

/** The bytes of a key; null if there are none. */
async function stored(files: FileStore, key: string): Promise<Buffer | null> {
  try {
    return await buffer(files.read(key))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

const isPng = (data: Buffer) => data[0] === 0x89

/**
 * A stored WebP picture as every mail program shows it: PNG if it is transparent, else JPEG; its first frame.
 * Made once, then stored. Null if there is no such picture.
 */
export async function plainPicture(
  files: FileStore,
  key: string,
): Promise<{ data: Buffer; contentType: string } | null> {
  const made = (await stored(files, mailKey(key))) ?? (await makePlainPicture(files, key))
  return made && { data: made, contentType: isPng(made) ? 'image/png' : 'image/jpeg' }
}

async function makePlainPicture(files: FileStore, key: string): Promise<Buffer | null> {
  const webp = await stored(files, key)
  if (!webp) return null
  const { default: sharp } = await import('sharp')
  const picture = sharp(webp, { limitInputPixels: MAX_PIXELS })
  const { isOpaque } = await picture.stats()
  const data = await (isOpaque ? picture.jpeg({ quality: 88 }) : picture.png({ palette: true })).toBuffer()
  await files.write(mailKey(key), data)
  return data
}
