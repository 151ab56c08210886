// The server of `npm start`, in a process of its own (lib/supervise.mjs).
import nodeModule from 'node:module'

// Node 22 and later keep compiled code between starts.
nodeModule.enableCompileCache?.()
// biome-ignore lint/style/noRestrictedImports: what was built has no alias
await import('../dist/server/main.js')
