import sharp from 'sharp'
import { expect, test } from 'vitest'
import { picture, uploadImage } from '#server/test/pictures.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

const MB = 1024 * 1024
const upload = (data: Buffer, name: string, field?: string) => uploadImage(server, data, name, field)
const load = (path: string) => fetch(`${server.url}${path}`)

test('an upload returns the original and three widths, all public and cached for a year', async () => {
  const reply = await upload(await picture(2000, 800).jpeg().toBuffer(), 'Häfen.jpg')
  expect(reply.status).toBe(200)
  const { original, large, medium, small, ...rest } = reply.body.data
  expect(rest).toEqual({ id: expect.any(Number), name: 'Häfen.jpg', width: 2000, height: 800 })
  for (const [address, type, width] of [
    [original, 'image/jpeg', 2000],
    [large, 'image/webp', 1415],
    [medium, 'image/webp', 708],
    [small, 'image/webp', 320],
  ] as const) {
    const response = await load(address)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(width)
  }
})

test('the list of the editor starts with the newest image', async () => {
  const first = (await upload(await picture(20, 20).png().toBuffer(), 'first.png')).body.data
  const second = (await upload(await picture(20, 20).webp().toBuffer(), 'second.webp')).body.data
  const list = (await server.call('GET', 'images/editor_list')).body.data
  expect(list.slice(0, 2)).toEqual([
    { id: second.id, title: 'second.webp', value: second.large, thumb: second.small },
    { id: first.id, title: 'first.png', value: first.large, thumb: first.small },
  ])
})

test('an image is recognised by its content, not by its name', async () => {
  const gif = await upload(await picture(10, 10).gif().toBuffer(), 'picture.txt')
  expect(gif.body.data.original).toMatch(/\.gif$/)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const [data, name] of [
    [svg, 'logo.svg'],
    [svg, 'logo.png'],
    [Buffer.from('<!doctype html><script>alert(1)</script>'), 'page.png'],
    [Buffer.from('%PDF-1.4'), 'scan.jpg'],
    [(await picture(10, 10).png().toBuffer()).subarray(0, 40), 'cut.png'],
  ] as const) {
    const reply = await upload(Buffer.from(data), name)
    expect(reply.status).toBe(400)
    expect(reply.body.data.image).toBe(reply.body.message)
  }
})

test('one byte too many is refused even when it arrives late, and nothing is stored', async () => {
  const before = await server.db.selectFrom('images').select('id').execute()
  const boundary = 'late'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="late.png"\r\n\r\n`
  const data = await picture(50, 50).png().toBuffer()
  async function* body() {
    yield Buffer.concat([Buffer.from(head), data, Buffer.alloc(4 * MB - data.length)])
    await new Promise((resolve) => setTimeout(resolve, 100))
    yield Buffer.from(`.\r\n--${boundary}--\r\n`)
  }
  const reply = await fetch(`${server.url}/api/images/upload`, {
    method: 'POST',
    headers: { 'user-token': server.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from(body()),
    duplex: 'half',
    // The DOM's RequestInit does not know duplex.
  } as RequestInit)
  expect(reply.status).toBe(413)
  expect(await server.db.selectFrom('images').select('id').execute()).toEqual(before)
})

test('4 MB is accepted, one byte more is refused', async () => {
  const data = await picture(50, 50).png().toBuffer()
  // Bytes after the end of a PNG are no part of the picture.
  const sized = (size: number) => Buffer.concat([data, Buffer.alloc(size - data.length)])
  expect((await upload(sized(4 * MB), 'ship.png')).status).toBe(200)
  const over = await upload(sized(4 * MB + 1), 'ship.png')
  expect(over).toMatchObject({
    status: 413,
    body: { message: 'Error. Maximal image size is 4 Mb', data: { image: 'Error. Maximal image size is 4 Mb' } },
  })
})

test('a missing file, an empty one and one in another field are refused', async () => {
  expect(await upload(Buffer.alloc(0), 'empty.png')).toMatchObject({
    status: 400,
    body: { data: { image: 'This field cannot be empty' } },
  })
  expect((await upload(await picture(10, 10).png().toBuffer(), 'ship.png', 'file')).status).toBe(400)
  expect((await server.call('POST', 'images/upload', { body: {} })).status).toBe(400)
  expect((await server.call('POST', 'images/upload', { body: new FormData() })).status).toBe(400)
})

test('mails show WebP pictures as JPEG, transparent ones as PNG', async () => {
  const opaque = (await upload(await picture(400, 300).jpeg().toBuffer(), 'ship.jpg')).body.data
  const clear = {
    create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } },
  } as const
  const logo = (await upload(await sharp(clear).webp().toBuffer(), 'logo.webp')).body.data
  for (const [address, type, width] of [
    [opaque.small.replace('320.webp', 'mail-320'), 'jpeg', 320],
    [logo.original.replace('original.webp', 'mail-original'), 'png', 40],
  ]) {
    // The first call makes the thumbnail, the second reads it.
    for (const _ of ['made', 'stored']) {
      const response = await load(address)
      expect(response.headers.get('content-type')).toBe(`image/${type}`)
      expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({ format: type, width })
    }
  }
})

test('stored images have no metadata', async () => {
  const data = await picture(40, 40)
    .withExif({ IFD0: { Copyright: 'Secret place' }, IFD3: { GPSLatitude: '49/1 0/1 0/1' } })
    .jpeg()
    .toBuffer()
  const { original, large } = (await upload(data, 'gps.jpg')).body.data
  for (const address of [original, large]) {
    const bytes = Buffer.from(await (await load(address)).arrayBuffer())
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('Secret place')).toBe(false)
  }
})

test.each([
  '/images/x/original.png',
  '/images/00000000-0000-0000-0000-000000000000/original.png',
  '/images/00000000-0000-0000-0000-000000000000/320.webp',
  '/images/00000000-0000-0000-0000-000000000000/mail-320',
  '/images/00000000-0000-0000-0000-000000000000/mail-9999',
  '/images/..%2f..%2f..%2fetc/original.png',
  '/images/00000000-0000-0000-0000-000000000000/..%2f320.webp',
  '/images/00000000-0000-0000-0000-000000000000/9999.webp',
])('there is no image at %s', async (path) => {
  const response = await load(path)
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control') ?? '').not.toContain('immutable')
})
