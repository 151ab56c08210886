import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entityTable } from './lib/entity-lines.mjs'
import { root } from './lib/project.mjs'

test('the developer section shows the lines per entity as they are (npm run entity-lines)', () => {
  expect(readFileSync(join(root, 'docs', 'development.md'), 'utf8')).toContain(entityTable())
})

test('a plain entity costs about 35 lines', () => {
  const [, ports] = /^\| ports \|.* (\d+) \|$/m.exec(entityTable()) ?? []
  expect(Number(ports)).toBeLessThanOrEqual(45)
})
