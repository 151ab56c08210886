// `npm run staff`, `backup`, `sailings` and others run a command of the built server, whose name comes first;
// the command reads the other arguments itself.
import './lib/check-node.mjs'
import { makeReady } from './lib/ready.mjs'

const [name] = process.argv.splice(2, 1)
await makeReady()
await import(`../dist/server/${name}.js`)
