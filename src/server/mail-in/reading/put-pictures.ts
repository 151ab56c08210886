import { encodeAnew, UnsupportedImageError } from '#server/files/images.ts'
import type { IncomingMail, OwnPicture, ParsedMail } from './incoming-mail.ts'
import { MAX_PICTURE_BYTES } from './limits.ts'

/** Pixels of all pictures of a mail, to limit the work of decoding them. */
const MAX_PIXELS = 40_000_000

/** The pictures as addresses that hold them, by the address that stands for each; none for what cannot be shown. */
async function dataAddresses(pictures: readonly OwnPicture[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  let pixels = MAX_PIXELS
  let bytes = MAX_PICTURE_BYTES
  for (const { address, file } of pictures) {
    try {
      const encoded = await encodeAnew(Buffer.from(file.bytes), file.name, pixels)
      pixels -= encoded.pixels
      bytes -= encoded.data.length
      if (bytes < 0) break
      found.set(address, `data:${encoded.contentType};base64,${encoded.data.toString('base64')}`)
    } catch (error) {
      if (!(error instanceof UnsupportedImageError)) throw error
    }
  }
  return found
}

const PICTURE = /<img\b[^>]*?\bsrc="(https:\/\/[0-9a-f]{32}\.invalid\/\d+)"[^>]*>/g

/** Puts the pictures in; one that stands in the text many times is repeated only within the limit. */
function filled(html: string, addresses: ReadonlyMap<string, string>, own: ReadonlySet<string>): string {
  let left = (MAX_PICTURE_BYTES * 4) / 3 + 1_000
  return html.replaceAll(PICTURE, (tag, address: string) => {
    if (!own.has(address)) return tag
    const data = addresses.get(address)
    if (data === undefined || data.length > left) return ''
    left -= data.length
    return tag.replace(address, data)
  })
}

/**
 * The mail with its own pictures in its HTML, encoded anew, at most 5 MB of them. A picture that cannot be shown is one
 * of the files. Runs on the main thread: the decoder is native code, which must not end with a thread.
 */
export async function putPictures({ pictures, ...mail }: ParsedMail): Promise<IncomingMail> {
  if (pictures.length === 0) return mail
  const addresses = await dataAddresses(pictures)
  const own = new Set(pictures.map(({ address }) => address))
  const put = (html: string | null) => html && filled(html, addresses, own)
  const files = pictures.filter(({ address }) => !addresses.has(address)).map(({ file }) => file)
  return {
    ...mail,
    html: put(mail.html),
    htmlWithPictures: put(mail.htmlWithPictures),
    files: [...mail.files, ...files],
  }
}
