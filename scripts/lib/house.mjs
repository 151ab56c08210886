// The bands of the code base, and the technical words that rooms without nouns may still use.
// CONTRIBUTING.md explains the walls. scripts/house.test.ts checks them; `npm run measure-house` counts.

/**
 * Every band and its files, from the ground up; the first match counts. A file may import its own room, the contract, and bands of
 * its own wing on lower levels. Rooms of one `open` band may import each other, as long as that leads back to none of them; all
 * others stay apart. `nouns: false`: the band uses no noun of the business.
 */
export const BANDS = [
  { name: 'contract/lib', wing: 'contract', level: 0, files: /^src\/contract\/lib\//, nouns: false },
  { name: 'contract', wing: 'contract', level: 1, files: /^src\/contract\// },

  {
    name: 'plumbing',
    wing: 'server',
    level: 0,
    files: /^src\/server\/((db|files|html|http|pdf|resource|sheets|threads|traces)\/|errors\.ts$)/,
    nouns: false,
    open: true,
  },
  { name: 'tests', wing: 'tests', level: 0, files: /^src\/server\/test\// },
  { name: 'jobs', wing: 'server', level: 2, files: /^src\/server\/jobs\// },
  {
    name: 'app and commands',
    wing: 'server',
    level: 3,
    files: /^src\/server\/((ops|start)\/|(app|main|run|small-start|view-counters)\.ts$)/,
    open: true,
  },
  { name: 'doors', wing: 'server', level: 2, files: /^src\/server\/.*(\/|-)routes?\.ts$/ },
  { name: 'nouns', wing: 'server', level: 1, files: /^src\/server\//, open: true },
  { name: 'demo', wing: 'server', level: 2, files: /^demo\// },

  { name: 'web/lib', wing: 'web', level: 0, files: /^src\/web\/lib\//, nouns: false },
  { name: 'web/ui', wing: 'web', level: 1, files: /^src\/web\/ui\//, nouns: false },
  { name: 'web/model', wing: 'web', level: 2, files: /^src\/web\/model\// },
  { name: 'web/features', wing: 'web', level: 3, files: /^src\/web\/features\// },
  { name: 'web/app', wing: 'web', level: 4, files: /^src\/web\// },
]

/** Nouns of the business, in the singular. */
export const NOUNS = [
  ...[
    'article',
    'blog',
    'booking',
    'cargo',
    'carrier',
    'cartage',
    'city',
    'clause',
    'client',
    'company',
    'confirmation',
  ],
  ...['consignee', 'constant', 'container', 'customer', 'customs', 'delivery', 'depot', 'document', 'event', 'freight'],
  ...[
    'hint',
    'insurance',
    'invoice',
    'lane',
    'location',
    'mail',
    'milestone',
    'note',
    'notification',
    'order',
    'port',
    'quote',
    'sailing',
  ],
  ...['session', 'shipment', 'shipper', 'template', 'tracking', 'vessel', 'voyage', 'warehouse'],
]

/** Nouns that are technical terms too, the names in which they are, and what they mean there. */
export const TECHNICAL = [
  { noun: 'event', names: /./, means: 'an event of the browser or an entry of a trail' },
  { noun: 'port', names: /./, means: 'a port of the network or of a thread' },
  { noun: 'session', names: /./, means: 'being logged in, or a session of the database' },
  { noun: 'location', names: /./, means: "the browser's address" },
  { noun: 'note', names: /^note[A-Z]/, means: 'to note something' },
  { noun: 'order', names: /^(sort|query)?order(ing|By|Of)?$/i, means: 'the order of a sort' },
  { noun: 'client', names: /client(\.ts)?$/i, means: 'a connection to the database, a bucket or a cache of calls' },
  { noun: 'document', names: /^(\w+_|clean)?document(Element)?$/i, means: "the page's document, or one of HTML" },
]

/** Files that name nouns because they are generated from the migrations. */
export const GENERATED = [/^src\/server\/db\/types\.ts$/]
