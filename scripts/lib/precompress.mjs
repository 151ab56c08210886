import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

// The page itself is not compressed: every response has a new nonce.
const worthIt = /\.(js|css|svg|json|txt)$/
const MIN_BYTES = 1_000

/** Writes a .gz and a .br beside every text file of the folder, so that serving needs no compression. */
export async function precompress(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => worthIt.test(name))
  await Promise.all(names.map((name) => compressOne(join(folder, name))))
}

async function compressOne(file) {
  const text = await readFile(file)
  if (text.length < MIN_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  await Promise.all([
    promisify(gzip)(text, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
    promisify(brotliCompress)(text, { params }).then((packed) => writeFile(`${file}.br`, packed)),
  ])
}
