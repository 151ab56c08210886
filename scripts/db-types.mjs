// `npm run db-types`: writes src/server/db/types.ts from the migrations.
import { ensureInstalled } from './lib/install.mjs'
import { handOver, root } from './lib/project.mjs'

process.chdir(root)
await ensureInstalled()
await handOver('src/server/test/write-db-types.ts')
