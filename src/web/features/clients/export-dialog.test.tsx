import { Button, MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '#web/lib/feedback/toast.ts'
import { ExportDialog } from './export-dialog.tsx'
import { useClientExport } from './use-client-export.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  toasts.set([])
})

function Place() {
  const exporting = useClientExport()
  return (
    <>
      <Button onClick={() => void exporting.start({ id: 7, username: 'Sofia Lindqvist' })}>Export</Button>
      <ExportDialog {...exporting} />
    </>
  )
}

/** An answer that comes when the test says so. */
function later() {
  let resolve: (response: Response) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<Response>((...settle) => {
    ;[resolve, reject] = settle
  })
  return { promise, resolve, reject }
}

/** Begins an export over a server that gives these answers by turns, each as late as its promise. */
function begin(...answers: Promise<Response>[]) {
  const fetched = vi.fn(() => answers.shift() ?? Promise.reject(new Error('Not expected')))
  vi.stubGlobal('fetch', fetched)
  render(
    <MantineProvider env="test">
      <Place />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  return fetched
}

test('an export of a client says that it works, cannot be begun twice, and names a failure in words, to retry', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const answer = later()
  const busy = { code: 503, message: 'Two clients are being exported. Please try again in a moment.', data: null }
  const fetched = begin(answer.promise, Promise.resolve(new Response('zip')))
  await screen.findByText('The file is being prepared …')
  fireEvent.keyDown(screen.getByRole('button', { name: 'Cancel' }), { key: 'Escape' })
  expect(screen.getByRole('dialog', { name: 'Export data of Sofia Lindqvist' })).toBeTruthy()
  answer.resolve(new Response(JSON.stringify(busy), { status: 503 }))
  await screen.findByText(busy.message)
  expect(saved).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(toasts.get()).toMatchObject([{ title: 'The data of Sofia Lindqvist was exported' }])
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('an export of a client that is cancelled is silent', async () => {
  const answer = later()
  begin(answer.promise)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  answer.reject(new DOMException('', 'AbortError'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(toasts.get()).toEqual([])
})
