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
