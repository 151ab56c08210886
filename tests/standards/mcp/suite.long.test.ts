import { spawn } from 'node:child_process'
import { createServer, request, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCOPES } from '#contract/integrations/api-keys.ts'
import { portOf } from '#server/http/port-of.ts'
import { createKey } from '#server/test/records.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'

// The conformance suite of the protocol (github.com/modelcontextprotocol/conformance), which needs Node 22:
// MCP_SUITE is its built `dist/index.js`, MCP_SUITE_NODE a Node that runs it. Skipped without them.
const { MCP_SUITE: suite = '', MCP_SUITE_NODE: node = process.execPath } = process.env

let server: TestServer
let proxy: Server

beforeAll(async () => {
  server = await startTestServer()
  const { key } = await createKey(server.db, SCOPES)
  // The suite knows nothing of keys: this adds one, and passes on everything else as it is.
  proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
    const passed = request(`${server.url}/api/mcp`, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  proxy.close()
  await server.close()
})

/** The suite's own words about a scenario. */
async function run(scenario: string, version: string): Promise<{ said: string }> {
  const url = `http://127.0.0.1:${portOf(proxy)}/mcp`
  const child = spawn(node, [suite, 'server', '--url', url, '--scenario', scenario, '--spec-version', version])
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { said: `${out}${err}` }
}

/** The checks that a scenario fails. */
const failedIn = (said: string) =>
  [...said.matchAll(/\[([\w-]+) *\] \S*FAILURE/g)].map(([, check]) => String(check)).toSorted()

/** Checks of tools that only the suite's sample server has. */
const OF_SAMPLE_TOOLS = [
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-missing-capability-http-400',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2575-server-rejects-undeclared-capability',
]
/** Subscriptions are refused, because nothing here changes while somebody listens. */
const OF_SUBSCRIPTIONS = ['sep-2575-server-sends-subscription-ack', 'sep-2575-server-tags-subscription-id']
/** Neither prompts nor resources exist here. */
const OF_OTHER_LISTS = ['prompts-list', 'resources-list', 'resources-templates-list'].map(
  (list) => `sep-2549-${list}-caching-hints`,
)

/**
 * Scenarios that need no tools, resources or prompts of the suite's own, each with its checks that do not
 * apply.
 */
const APPLICABLE: [scenario: string, version: string, notApplicable: string[]][] = [
  ['server-stateless', '2026-07-28', [...OF_SAMPLE_TOOLS, ...OF_SUBSCRIPTIONS]],
  ['tools-list', '2026-07-28', []],
  ['caching', '2026-07-28', OF_OTHER_LISTS],
  ['dns-rebinding-protection', '2026-07-28', []],
  ['server-initialize', '2025-11-25', []],
  ['ping', '2025-11-25', []],
  ['tools-list', '2025-11-25', []],
  ['dns-rebinding-protection', '2025-11-25', []],
]

test.skipIf(suite === '').each(APPLICABLE)(
  '%s of the revision %s passes, but for what does not apply',
  async (scenario, version, notApplicable) => {
    const { said } = await run(scenario, version)
    // The terminal's colours are removed.
    const plain = stripVTControlCharacters(said)
    expect(plain).toContain('SUCCESS')
    expect(failedIn(plain), plain).toEqual(notApplicable.toSorted())
  },
)
