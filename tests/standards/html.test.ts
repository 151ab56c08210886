import { HtmlValidate } from 'html-validate'
import { beforeAll, expect, test } from 'vitest'
import { testServer } from '#server/test/test-server.ts'
import { unopenedPages } from '#server/test/unopened-pages.fixture.ts'
import { openPages, type Page } from './pages.ts'

const server = testServer()
let pages: Page[]
beforeAll(async () => {
  pages = await openPages(server)
})

test('every page below /site/ is valid HTML, whatever an article holds', async () => {
  const checker = new HtmlValidate({ extends: ['html-validate:standard'] })
  const problems: string[] = []
  for (const { name, html } of pages) {
    const { results } = await checker.validateString(html)
    for (const { line, message, ruleId } of results.flatMap((result) => result.messages))
      problems.push(`${name}, line ${line}: ${message} (${ruleId}): ${html.split('\n')[line - 1]?.slice(0, 300)}`)
  }
  expect(problems).toEqual([])
})

/** What is no page: styles, scripts, calendars and files. */
const NO_PAGE = /\.(css|js|ics)$|\/documents\//

test('no page of the site is left out', () => {
  const opened = pages.map(({ path }) => path)
  expect(unopenedPages(server.app.printRoutes({ commonPrefix: false }), opened, NO_PAGE)).toEqual([])
})

test('every status that pages have is among them', () => {
  const statuses = [...new Set(pages.map(({ status }) => status))]
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 401, 404, 409, 410, 413, 415, 429, 500])
})
