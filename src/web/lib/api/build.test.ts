import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { BUILD_HEADER } from '#contract/lib/build.ts'
import { UNKNOWN_CALL } from '#contract/lib/messages.ts'

const OWN = '20-aaaaaaaaaaaa'

/** A page of the build `OWN`. */
async function openPage() {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'build', content: OWN })
  document.head.replaceChildren(meta)
  vi.resetModules()
  const [{ request }, { otherBuild }] = await Promise.all([import('./api.ts'), import('./build.ts')])
  return { request, otherBuild }
}

/** A server of this build that answers so. */
const server = (build: string, code: number, data: unknown) =>
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { code, message: code === 404 ? UNKNOWN_CALL : 'Any', data },
      {
        status: code,
        headers: { [BUILD_HEADER]: build },
      },
    ),
  )

let page: Awaited<ReturnType<typeof openPage>>
beforeEach(async () => {
  page = await openPage()
})
const port = z.object({ code: z.string() })
const MISFIT = /^The server sent a reply this page does not understand/

test.each([404, 405])(
  'a page that is newer than its server reports a call that the server does not know (%i)',
  async (code) => {
    server('10-bbbbbbbbbbbb', code, null)
    await expect(page.request(port, 'port/1')).rejects.toThrow(MISFIT)
    expect(page.otherBuild.get()).toBe('unfit')
  },
)

test('it reports an answer that lacks a field', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  server('10-bbbbbbbbbbbb', 200, { name: 'Shanghai' })
  await expect(page.request(port, 'port/1')).rejects.toThrow(MISFIT)
  expect(page.otherBuild.get()).toBe('unfit')
})

test('any answer of a server with a newer build offers the reload, and is read', async () => {
  server('30-bbbbbbbbbbbb', 200, { code: 'CNSHA' })
  expect(await page.request(port, 'port/1')).toEqual({ code: 'CNSHA' })
  expect(page.otherBuild.get()).toBe('newer')
})

test('an answer of the same build offers nothing', async () => {
  server(OWN, 200, { code: 'CNSHA' })
  await page.request(port, 'port/1')
  expect(page.otherBuild.get()).toBeNull()
})
