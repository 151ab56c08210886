import { z } from 'zod'
import { apiUrl, headersFor, noAnswer, readReply, withSession } from './api.ts'
import { ApiError, SERVER_ERROR } from './api-error.ts'

/** Fetches a file with the token header, by POST when a form is given. Throws an ApiError. */
export async function fetchFile(path: string, form?: FormData): Promise<Blob> {
  const answer: { file?: Blob } = {}
  const send = async (token: string | null) => {
    try {
      const response = await fetch(apiUrl(path), {
        method: form ? 'POST' : 'GET',
        headers: headersFor(token),
        body: form,
      })
      if (response.ok) answer.file = await response.blob()
      const text = response.ok ? '' : await response.text()
      return { status: response.status, text, requestId: response.headers.get('x-request-id') }
    } catch {
      throw noAnswer()
    }
  }
  const reply = await withSession(send)
  if (answer.file) return answer.file
  readReply(z.unknown(), reply)
  throw new ApiError(reply.status, SERVER_ERROR)
}

/** Fetches a file and hands it to the browser under its name. */
export async function download(path: string, name: string, form?: FormData): Promise<void> {
  const url = URL.createObjectURL(await fetchFile(path, form))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Opens a file in a new tab. The tab opens before the fetch: browsers block one that opens later. */
export async function openInTab(path: string): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const url = URL.createObjectURL(await fetchFile(path))
    if (tab) tab.location.href = url
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (error) {
    tab?.close()
    throw error
  }
}
