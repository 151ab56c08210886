import { afterAll, beforeAll } from 'vitest'
import { startTestServer, type TestServer } from './server.ts'

/** The server of a file of tests: there from its first `beforeAll` on, until after its last `afterAll`. */
export function testServer(...options: Parameters<typeof startTestServer>): TestServer {
  // Filled before anything reads it.
  const server = {} as TestServer
  beforeAll(async () => {
    Object.assign(server, await startTestServer(...options))
  })
  afterAll(() => server.close())
  return server
}
