import { expect, test } from 'vitest'
import { openConnection } from '#server/test/raw-connection.ts'
import { testServer } from '#server/test/test-server.ts'

const server = testServer()

test('sixteen requests sent at once are answered; of a thousand, no more than that, and the connection ends', async () => {
  const answered = async (times: number) => {
    const { socket, closed } = await openConnection(server)
    socket.write('GET /api/nothing HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(times - 1))
    socket.write('GET /api/nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    return ((await closed).match(/HTTP\/1\.1 404/g) ?? []).length
  }
  expect(await answered(16)).toBe(16)
  expect(await answered(1_000)).toBeLessThanOrEqual(16)
  expect((await server.call('GET', 'health', { token: null })).status).toBe(200)
})

test('a body in hundreds of tiny chunks is read; in thousands of them, the connection ends', async () => {
  const sent = async (chunks: number) => {
    const { socket, closed } = await openConnection(server)
    socket.write(
      'POST /api/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    )
    socket.write(`${'1\r\n \r\n'.repeat(chunks)}2\r\n{}\r\n0\r\n\r\n`)
    return (await closed).split(' ')[1]
  }
  expect(await sent(400)).toBe('400')
  expect(await sent(10_000)).toBeUndefined()
  expect((await server.call('GET', 'health', { token: null })).status).toBe(200)
})
