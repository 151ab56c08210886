import type { z } from 'zod'
import { BUILD_HEADER } from '#contract/lib/build.ts'
import { headersFor, noAnswer, readReply, withSession } from './api.ts'
import { noteBuild } from './build.ts'

interface UploadOptions {
  /** Called with the share of the bytes sent, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Sends files as multipart with progress, which fetch does not report; fails like `request`. */
export async function upload<T extends z.ZodType>(
  schema: T,
  path: string,
  form: FormData,
  { onProgress, signal }: UploadOptions = {},
): Promise<z.output<T>> {
  const send = (token: string | null) =>
    new Promise<{ status: number; text: string; requestId: string | null }>((resolve, reject) => {
      const xhr = new XMLHttpRequest()
      xhr.open('POST', `/api/${path}`)
      for (const [name, value] of Object.entries(headersFor(token))) xhr.setRequestHeader(name, value)
      xhr.upload.onprogress = (event) => onProgress?.(event.total > 0 ? event.loaded / event.total : 0)
      xhr.onload = () => {
        noteBuild(xhr.getResponseHeader(BUILD_HEADER))
        resolve({ status: xhr.status, text: xhr.responseText, requestId: xhr.getResponseHeader('x-request-id') })
      }
      xhr.onerror = () => reject(noAnswer())
      xhr.ontimeout = xhr.onerror
      xhr.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
      signal?.addEventListener('abort', () => xhr.abort(), { once: true })
      xhr.send(form)
    })
  return readReply(schema, await withSession(send))
}
