import { connect, createServer } from 'node:net'

// A balancer that only forwards bytes: each connection goes to the next of the ports in BALANCED.
const ports = (process.env.BALANCED ?? '').split(',').map(Number)
// The measurement was interrupted.
process.on('disconnect', () => process.exit())
let next = 0
const server = createServer((socket) => {
  const port = ports[next++ % ports.length] ?? 0
  const upstream = connect(port, '127.0.0.1')
  upstream.on('error', () => socket.destroy())
  socket.on('error', () => upstream.destroy())
  socket.pipe(upstream).pipe(socket)
})
server.listen(Number(process.env.PORT), '127.0.0.1')
