import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const { version } = JSON.parse(read('package.json'))

test('package, lock file, changelog and deployment name one version', () => {
  const lock = JSON.parse(read('package-lock.json'))
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
  expect(/^## (\d+\.\d+\.\d+) /m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
  const images = [...read('deploy/kubernetes.yaml').matchAll(/image: \S+\/quayside:(\S+)/g)].map(([, tag]) => tag)
  expect(new Set(images)).toEqual(new Set([version]))
})
