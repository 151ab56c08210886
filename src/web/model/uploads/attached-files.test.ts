import { expect, test } from 'vitest'
import { type AttachedFile, enclosedFilesProblem, fileProblem, filesProblem, isHeavy } from './attached-files.ts'

const MB = 1024 * 1024
const attached = (name: string, size: number): AttachedFile => ({
  key: name,
  file: { name, size },
  categoryId: 6,
  refusal: null,
  progress: null,
  documentId: null,
})

test('only files of accepted types that are not empty are taken', () => {
  for (const name of ['a.pdf', 'a.DOCX', 'b.xls', 'c.JPEG', 'd.tiff', 'e.bmp'])
    expect(fileProblem(attached(name, 1)), name).toBeNull()
  for (const name of ['a.exe', 'pdf', 'a.pdf.zip', 'a.svg', '']) {
    expect(fileProblem(attached(name, 1)), name).toBe('This file type is not accepted')
  }
  expect(fileProblem(attached('a.pdf', 0))).toBe('File cannot be empty')
})

test('files of an event need a mail', () => {
  expect(enclosedFilesProblem([], null)).toBeNull()
  expect(enclosedFilesProblem([attached('a.pdf', 1)], null)).toBe('Documents can be sent only as addition to the mail')
  expect(enclosedFilesProblem([attached('a.pdf', 1)], 7)).toBeNull()
})

test('files above 7 MB warn and above 25 MB are refused, tested at the limit and one byte past it', () => {
  expect(isHeavy([attached('a.pdf', 7 * MB)])).toBe(false)
  expect(isHeavy([attached('a.pdf', 7 * MB), attached('b.pdf', 1)])).toBe(true)
  expect(filesProblem([attached('a.pdf', 20 * MB), attached('b.pdf', 5 * MB)])).toBeNull()
  expect(filesProblem([attached('a.pdf', 25 * MB), attached('b.pdf', 1)])).toBe('Maximum limit of weight is exceeded')
})

test('50 files are taken, 51 are not', () => {
  const files = (n: number) => Array.from({ length: n }, (_, at) => attached(`${at}.pdf`, 1))
  expect(filesProblem(files(50))).toBeNull()
  expect(filesProblem(files(51))).toBe('No more than 50')
  expect(enclosedFilesProblem(files(51), 7)).toBe('No more than 50')
})
