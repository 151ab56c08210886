import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** How an answer may be compressed. */
export type Encoding = 'br' | 'gzip'

/** Compressors, at levels that take about 1 ms for a long article. */
export const ENCODERS: Record<Encoding, (text: string | Buffer) => Promise<Buffer>> = {
  br: (text) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => zip(text, { level: 6 }),
}

/** Characters of a header that are looked at: browsers send twenty or thirty. */
const LOOKED_AT = 200

/** The better encoding that an Accept-Encoding header takes; null if none. */
export function encodingOf(accepted: string | undefined): Encoding | null {
  const taken = (accepted ?? '')
    .slice(0, LOOKED_AT)
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((name) => taken.includes(name)) ?? null
}
