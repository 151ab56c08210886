// `npm run db-types` writes src/server/db/types.ts from the migrations.
import './lib/check-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { handOverTo, root } from './lib/project.mjs'

process.chdir(root)
await ensureInstalled()
await handOverTo('src/server/test/write-db-types.ts')
