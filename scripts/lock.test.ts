import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingPlatforms, platformOf } from './lib/lock-file.mjs'

test('the lock file lists the packages of every platform, as npm ci requires', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  expect(missingPlatforms(lock), 'run: node scripts/complete-lock.mjs').toEqual([])
})

test('the platform of a package is read from its name', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const { os, cpu, libc } = lock.packages['node_modules/@rolldown/binding-linux-arm64-musl']
  expect(platformOf('@rolldown/binding-linux-arm64-musl')).toEqual({ os, cpu, libc })
  expect(platformOf('fsevents')).toBeUndefined()
})
