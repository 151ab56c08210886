import { expect, test } from 'vitest'
import { type AttachedFile, fileProblem, filesProblem, isHeavy } from './attached-files.ts'

const MB = 1024 * 1024
const attached = (name: string, size: number): AttachedFile => ({
  key: name,
  file: { name, size },
  categoryId: 6,
  refusal: null,
  progress: null,
  documentId: null,
})

test('only accepted types, and no empty files', () => {
  for (const name of ['a.pdf', 'a.DOCX', 'b.xls', 'c.JPEG', 'd.tiff', 'e.bmp'])
    expect(fileProblem(attached(name, 1)), name).toBeNull()
  for (const name of ['a.exe', 'pdf', 'a.pdf.zip', 'a.svg', '']) {
    expect(fileProblem(attached(name, 1)), name).toBe('This type of file is not accepted')
  }
  expect(fileProblem(attached('a.pdf', 0))).toBe('File cannot be empty')
})

test('files need a mail', () => {
  expect(filesProblem([], false)).toBeNull()
  expect(filesProblem([attached('a.pdf', 1)], false)).toBe('Documents can be sent only as addition to the mail')
  expect(filesProblem([attached('a.pdf', 1)], true)).toBeNull()
})

test('warns above 7 MB and refuses above 25 MB, tested at the limit and one byte past it', () => {
  expect(isHeavy([attached('a.pdf', 7 * MB)])).toBe(false)
  expect(isHeavy([attached('a.pdf', 7 * MB), attached('b.pdf', 1)])).toBe(true)
  expect(filesProblem([attached('a.pdf', 20 * MB), attached('b.pdf', 5 * MB)], true)).toBeNull()
  expect(filesProblem([attached('a.pdf', 25 * MB), attached('b.pdf', 1)], true)).toBe(
    'Maximum limit of weight is exceeded',
  )
})

test('50 files, not 51', () => {
  const files = (n: number) => Array.from({ length: n }, (_, at) => attached(`${at}.pdf`, 1))
  expect(filesProblem(files(50), true)).toBeNull()
  expect(filesProblem(files(51), true)).toBe('No more than 50')
})
