// `npm run bench -- …` measures the built server; passes arguments on. In a browser: `-- grid` measures the
// delivery grid, `-- pages` lists, `-- sailing` the screens of sailings. Without one: `-- queue` measures the
// cost of the queue, `-- mail-in` the mail that comes in, `-- carrier-events` bodies of 5,000 events of carriers, `-- arrivals` the list of arrivals, `-- rates` a lane and a simulation, `-- offers` their list, page and sending, `-- reports` the reports, `-- filters` every filter of the orders list, `-- exports` its
// files, `-- pdf` documents as PDF, `-- integrations` calls with a key and the cost of webhooks, `-- uploads`
// the memory while clients upload, `-- import` a file of 100,000 orders, `-- undo` taking 6,000 clients back,
// `-- erase` exporting and erasing a client of 10,000 orders, `-- tracking` the public tracking page, `--
// strangers` lists while strangers attack, `-- search` the box's searches and, in a browser, `-- box` the box
// itself.
import './lib/check-node.mjs'
import { ensureChromium } from './lib/chromium-ready.mjs'
import { handOverTo } from './lib/project.mjs'
import { makeReady } from './lib/ready.mjs'

/** Measurements in a browser. */
const IN_BROWSER = {
  grid: 'bench/delivery-grid.ts',
  pages: 'bench/list-pages.ts',
  sailing: 'bench/sailing-page.ts',
  box: 'bench/search/box.ts',
}
/** Measurements with a program of their own. */
const OF_ITS_OWN = {
  arrivals: 'bench/arrivals/main.ts',
  erase: 'bench/erasing/main.ts',
  exports: 'bench/filters/exports.ts',
  filters: 'bench/filters/main.ts',
  integrations: 'bench/integrations/main.ts',
  'mail-in': 'bench/mail-in/main.ts',
  'carrier-events': 'bench/carrier-events/main.ts',
  offers: 'bench/offers/main.ts',
  import: 'bench/imports/main.ts',
  pdf: 'bench/made-documents/main.ts',
  queue: 'bench/queue/main.ts',
  rates: 'bench/rates/main.ts',
  reports: 'bench/reports/main.ts',
  search: 'bench/search/main.ts',
  strangers: 'bench/strangers/main.ts',
  tracking: 'bench/tracking/main.ts',
  undo: 'bench/imports/undo.ts',
  uploads: 'bench/made-documents/uploads.ts',
}

const inBrowser = IN_BROWSER[process.argv[2]]
await makeReady()
if (inBrowser) process.env.CHROMIUM_PATH = await ensureChromium()
await handOverTo(inBrowser ?? OF_ITS_OWN[process.argv[2]] ?? 'bench/main.ts')
