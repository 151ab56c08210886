import { once } from 'node:events'
import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of an archive. Its name is made by the server, never from what people typed. */
export interface ZipEntry {
  name: string
  content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>
}

/** Nobody learns from the archive when its parts were made. */
const MADE_AT = new Date(1980, 0, 1)

/** Adds a file, and waits until its content has passed. Throws what the content throws, and an AbortError once nobody reads any more. */
async function addFile(zip: ZipFile, { name, content }: ZipEntry, signal: AbortSignal): Promise<void> {
  const source = Readable.from(content, { objectMode: false, signal })
  zip.addReadStreamLazy(name, { mtime: MADE_AT }, (give) => give(null, source))
  await once(source, 'end', { signal })
}

/**
 * A ZIP archive of any number of files and bytes, as it is read: no more than a piece of one file is held at a time, and a line for
 * each in its directory. Fails with what an entry throws; entries are let go when the archive is closed before its end.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const archive = zip.outputStream as PassThrough // its types promise less than it is
  const closed = new AbortController()
  archive.once('close', () => closed.abort())
  const write = async () => {
    for await (const entry of entries) await addFile(zip, entry, closed.signal)
    zip.end()
  }
  write().catch((error) => archive.destroy(error))
  return archive
}
