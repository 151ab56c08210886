// Every command imports this file first. It uses no syntax newer than modules: old versions of Node must be
// able to read it.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Quayside needs Node 20.19 or later, this is ${process.versions.node}\n`)
  process.exit(1)
}
