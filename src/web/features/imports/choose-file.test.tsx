import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { renderInApp } from '#web/test/render.tsx'
import { ChooseFile } from './choose-file.tsx'
import { checkFile } from './import-calls.ts'

vi.mock('./import-calls.ts', () => ({ checkFile: vi.fn() }))
afterEach(cleanup)

const sendFile = (name: string) =>
  fireEvent.change(screen.getByLabelText('File', { selector: 'input' }), { target: { files: [new File(['x'], name)] } })
const encoding = () => screen.queryByRole<HTMLSelectElement>('combobox', { name: /^Encoding of its text/ })

test('the encoding of a refused text can be chosen: the same file is checked again with it', async () => {
  const checked = vi.fn()
  renderInApp(<ChooseFile kind="clients" onKind={() => {}} onChecked={checked} />)
  expect(encoding()).toBeNull()
  vi.mocked(checkFile).mockRejectedValueOnce(new ApiError(400, 'The text of this file may be Big5'))
  sendFile('clients.csv')
  await screen.findByText('The text of this file may be Big5')
  vi.mocked(checkFile).mockResolvedValueOnce({ id: 4 } as never) // the cast: it is handed on as it is
  fireEvent.change(encoding() as HTMLSelectElement, { target: { value: 'gb18030' } })
  await waitFor(() => expect(checked).toHaveBeenCalledWith({ id: 4 }))
  expect(vi.mocked(checkFile).mock.lastCall?.[1].name).toBe('clients.csv')
  expect(vi.mocked(checkFile).mock.lastCall?.[2]).toMatchObject({ options: { encoding: 'gb18030' } })
})

test('a workbook has no encoding to choose', async () => {
  renderInApp(<ChooseFile kind="clients" onKind={() => {}} onChecked={() => {}} />)
  vi.mocked(checkFile).mockRejectedValueOnce(new ApiError(400, 'This file cannot be read'))
  sendFile('clients.xlsx')
  await screen.findByText('This file cannot be read')
  expect(encoding()).toBeNull()
})
