import { spawnSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { sendDemoMails } from './mails.ts'

vi.setConfig({ testTimeout: 600_000 })

const missing = spawnSync('spamassassin', ['--version']).status !== 0
/** Points at which mail programs begin to doubt; a mail is marked as spam at 5. */
const MOST = 2

test.skipIf(missing)('SpamAssassin gives every mail of the demo less than 2 points', async () => {
  const mails = await sendDemoMails()
  const results = mails.map(({ name, raw }) => {
    // Rules are local only: SpamAssassin asks nobody about names in examples.
    const { stdout } = spawnSync('spamassassin', ['-t', '-L'], { input: raw, maxBuffer: 50_000_000 })
    const status =
      /^X-Spam-Status:.*?(?=^\S)/ms.exec(stdout.toString('utf8').split('\n').slice(1).join('\n'))?.[0] ?? ''
    const points = Number(/score=(-?[\d.]+)/.exec(status)?.[1] ?? Number.NaN)
    const rules = /tests=([\w,\s]*?)(?= \w+=|$)/.exec(status.replace(/\s*\n\s+/g, ' '))?.[1] ?? ''
    return { name, points, rules: rules.replaceAll(', ', ',') }
  })
  for (const { name, points, rules } of results) process.stdout.write(`${points}\t${name}\t${rules}\n`)
  expect(results.filter(({ points }) => !(points < MOST))).toEqual([])
  expect(results.length).toBeGreaterThan(10)
})
