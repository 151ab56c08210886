import { expect, test } from 'vitest'
import { entityTable } from './lib/entity-lines.mjs'

/** The lines of an entity in all, as the table has them. */
const linesOf = (name: string) => Number(new RegExp(`^\\| ${name} \\|.* (\\d+) \\|$`, 'm').exec(entityTable())?.[1])

test('a plain entity costs about 45 lines, both sides counted (npm run entity-lines)', () => {
  expect(linesOf('ports')).toBeLessThanOrEqual(50)
  expect(linesOf('cities')).toBeLessThanOrEqual(45)
})
