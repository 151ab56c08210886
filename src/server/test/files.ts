import type { Reply, TestServer } from './server.ts'

/** Downloads a file as staff. */
export const fetchFile = ({ url, token }: TestServer, path: string) =>
  fetch(`${url}/api/${path}`, { headers: { 'user-token': token } })

/** Uploads a file as staff, the way an import does. */
export function sendFile(server: TestServer, path: string, content: string | Buffer): Promise<Reply> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'import')
  return server.call('POST', path, { body })
}

/** The smallest PDF. */
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** A PDF of this many bytes. */
export const pdf = (size = PDF.length): Buffer => Buffer.concat([PDF, Buffer.alloc(size - PDF.length, ' ')])

type File = [name: string, data: Buffer, type?: string]

/** Uploads documents in one form, by default as staff under the category Other. */
export function sendDocuments(
  server: TestServer,
  files: readonly File[],
  { category = 6, token = server.token } = {},
): Promise<Reply> {
  const form = new FormData()
  for (const [name, data, type] of files)
    form.append('files[]', new Blob([new Uint8Array(data)], { type: type ?? '' }), name)
  return server.call('POST', `admin/document/upload/${category}`, { body: form, token })
}

/** Uploads one document as staff; returns its id. */
export async function sendDocument(server: TestServer, file: File = ['invoice.pdf', PDF]): Promise<number> {
  return (await sendDocuments(server, [file])).body.data.items[0].id
}
