import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_IMAGE_SIZE } from '#contract/lib/images.ts'
import { diskStore, type FileStore } from './files.ts'
import { IMAGE_WIDTHS, imageKey, storeImage } from './images.ts'

let folder: string
let files: FileStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'))
  files = diskStore(folder)
})
afterAll(() => rm(folder, { recursive: true }))

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 30, g: 90, b: 130 } } })
const stored = async (key: string) => sharp(await buffer(files.read(key)), { animated: true }).metadata()

describe('accepted', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'a %s is stored as it is and as WebP in three widths',
    async (format) => {
      const image = await storeImage(files, await canvas(2000, 770).toFormat(format).toBuffer(), 'quay')
      expect(image).toMatchObject({ contentType: `image/${format}`, width: 2000, height: 770 })
      expect((await stored(image.storageKey)).format).toBe(format)
      for (const width of IMAGE_WIDTHS) {
        expect(await stored(imageKey(image.storageKey, width))).toMatchObject({ format: 'webp', width })
      }
      const bytes = await buffer(files.read(image.storageKey))
      expect(bytes.length).toBe(image.size)
      expect(Buffer.from(await crypto.subtle.digest('SHA-256', bytes))).toEqual(image.sha256)
    },
  )

  test('a small image is not enlarged', async () => {
    const image = await storeImage(files, await canvas(500, 200).png().toBuffer(), 'small.png')
    expect(await stored(imageKey(image.storageKey, 320))).toMatchObject({ width: 320, height: 128 })
    expect(await stored(imageKey(image.storageKey, 708))).toMatchObject({ width: 500, height: 200 })
    expect(await stored(imageKey(image.storageKey, 1415))).toMatchObject({ width: 500, height: 200 })
  })

  test('orientation is applied and metadata is removed, the location included', async () => {
    const exif = { IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '49/1 17/1 0/1' } }
    const photo = await canvas(400, 300).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const image = await storeImage(files, photo, 'photo.jpg')
    expect(image).toMatchObject({ width: 300, height: 400 })
    for (const key of [image.storageKey, imageKey(image.storageKey, 320)]) {
      const { exif: left, orientation, xmp, icc } = await stored(key)
      expect([left, orientation, xmp, icc]).toEqual([undefined, undefined, undefined, undefined])
    }
  })

  test('an animation keeps its frames; its height is the height of one frame', async () => {
    const frames = [canvas(300, 100), canvas(300, 100).negate()].map((frame) => frame.png().toBuffer())
    const gif = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer()
    const image = await storeImage(files, gif, 'moving.gif')
    expect(image).toMatchObject({ contentType: 'image/gif', width: 300, height: 100 })
    expect((await stored(image.storageKey)).pages).toBe(2)
  })

  test('the content decides, not the name', async () => {
    const image = await storeImage(files, await canvas(50, 50).png().toBuffer(), 'photo.jpg')
    expect(image.contentType).toBe('image/png')
  })

  test('the same picture twice is two images', async () => {
    const data = await canvas(50, 50).png().toBuffer()
    const [one, two] = await Promise.all([storeImage(files, data, 'a.png'), storeImage(files, data, 'a.png')])
    expect(one.storageKey).not.toBe(two.storageKey)
  })
})

describe('refused, and nothing stored', () => {
  const refused = async (data: Buffer, reason: string, message: string) => {
    const before = await storedFiles()
    const error = { name: 'UnsupportedImageError', reason, message }
    await expect(storeImage(files, data, 'x.png')).rejects.toMatchObject(error)
    expect(await storedFiles()).toEqual(before)
  }
  const NO_IMAGE = 'x.png is not a PNG, JPEG, WebP or GIF image'

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['SVG behind a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7\n'],
    ['nothing', ''],
  ])('%s', (_, text) => refused(Buffer.from(text), 'type', NO_IMAGE))

  test.each(['tiff', 'avif'] as const)('%s', async (format) => {
    await refused(await canvas(64, 64).toFormat(format).toBuffer(), 'type', NO_IMAGE)
  })

  test('one byte over 4 MB', () =>
    refused(Buffer.alloc(MAX_IMAGE_SIZE + 1), 'bytes', 'Error. Maximal image size is 4 Mb'))

  test('a header of 65535 × 65535 pixels, before anything is decoded', async () => {
    const before = process.memoryUsage().rss
    await refused(pngHeader(65_535, 65_535), 'pixels', 'x.png has too many pixels')
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2)
  })

  test('an image cut in half', async () => {
    const whole = await canvas(900, 900).jpeg().toBuffer()
    await refused(whole.subarray(0, whole.length / 2), 'broken', 'x.png cannot be read as an image')
  })

  test('a header with nothing behind it', () => refused(Buffer.from('89504e470d0a1a0a', 'hex'), 'type', NO_IMAGE))

  test('a failing disk leaves no partial image', async () => {
    const before = await storedFiles()
    let writes = 0
    const failing: FileStore = {
      ...files,
      write: async (key, data) => {
        if (++writes === 3) throw new Error('disk full')
        await files.write(key, data)
      },
    }
    await expect(storeImage(failing, await canvas(50, 50).png().toBuffer(), 'a.png')).rejects.toThrow('disk full')
    expect(await storedFiles()).toEqual(before)
  })
})

function pngHeader(width: number, height: number): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), body])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const pixels = deflateSync(Buffer.alloc(1000))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}
