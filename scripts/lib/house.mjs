// The rooms of the code base, and the technical words that rooms without nouns may still use.
// CONTRIBUTING.md explains the walls. scripts/house.test.ts checks them; `npm run measure-house` counts.

/**
 * Every room and its files; the first match counts. A room may import itself, the contract, and rooms of its own wing on
 * lower floors, never one on its own floor or above. `nouns: false`: the room uses no noun of the business.
 */
export const ROOMS = [
  { name: 'contract/lib', wing: 'contract', floor: 0, files: /^src\/contract\/lib\//, nouns: false },
  { name: 'contract', wing: 'contract', floor: 1, files: /^src\/contract\// },

  { name: 'server/errors', wing: 'server', floor: 0, files: /^src\/server\/errors\.ts$/, nouns: false },
  { name: 'server/db', wing: 'server', floor: 1, files: /^src\/server\/db\//, nouns: false },
  { name: 'server/traces', wing: 'server', floor: 1, files: /^src\/server\/traces\//, nouns: false },
  { name: 'server/threads', wing: 'server', floor: 1, files: /^src\/server\/threads\//, nouns: false },
  { name: 'server/files', wing: 'server', floor: 2, files: /^src\/server\/files\//, nouns: false },
  { name: 'server/html', wing: 'server', floor: 2, files: /^src\/server\/html\//, nouns: false },
  { name: 'server/sheets', wing: 'server', floor: 2, files: /^src\/server\/sheets\//, nouns: false },
  { name: 'server/pdf', wing: 'server', floor: 2, files: /^src\/server\/pdf\//, nouns: false },
  { name: 'server/http', wing: 'server', floor: 3, files: /^src\/server\/http\//, nouns: false },
  { name: 'server/resource', wing: 'server', floor: 4, files: /^src\/server\/resource\//, nouns: false },
  {
    name: 'server/settings',
    wing: 'server',
    floor: 4,
    files: /^src\/server\/((config|logger|file-store|database)\.ts$|settings\/)/,
  },
  { name: 'server/live', wing: 'server', floor: 5, files: /^src\/server\/live\// },
  { name: 'server/services', wing: 'server', floor: 6, files: /^src\/server\/services\.ts$/ },
  { name: 'server/pricing', wing: 'server', floor: 7, files: /^src\/server\/pricing\// },
  { name: 'server/templates', wing: 'server', floor: 7, files: /^src\/server\/templates\// },
  { name: 'server/orders', wing: 'server', floor: 8, files: /^src\/server\/orders\// },
  { name: 'server/tracking', wing: 'server', floor: 8.5, files: /^src\/server\/tracking\// },
  { name: 'server/drafts', wing: 'server', floor: 9, files: /^src\/server\/drafts\// },
  { name: 'server/notes', wing: 'server', floor: 9, files: /^src\/server\/notes\// },
  { name: 'server/webhooks', wing: 'server', floor: 9, files: /^src\/server\/webhooks\// },
  { name: 'server/mail', wing: 'server', floor: 9, files: /^src\/server\/mail\// },
  { name: 'server/kept-settings', wing: 'server', floor: 7, files: /^src\/server\/kept-settings\// },
  { name: 'server/reports', wing: 'server', floor: 10, files: /^src\/server\/reports\// },
  { name: 'server/digest', wing: 'server', floor: 11, files: /^src\/server\/digest\// },
  { name: 'server/attention', wing: 'server', floor: 10, files: /^src\/server\/attention\// },
  { name: 'server/accounts', wing: 'server', floor: 10, files: /^src\/server\/accounts\// },
  { name: 'server/papers', wing: 'server', floor: 10, files: /^src\/server\/papers\// },
  {
    name: 'server/tracking-readers',
    wing: 'server',
    floor: 10,
    files: /^src\/server\/tracking-readers\//,
  },
  { name: 'server/sailings', wing: 'server', floor: 10, files: /^src\/server\/sailings\// },
  { name: 'server/events', wing: 'server', floor: 10, files: /^src\/server\/events\// },
  { name: 'server/search', wing: 'server', floor: 10, files: /^src\/server\/search\// },
  { name: 'server/runs', wing: 'server', floor: 10, files: /^src\/server\/runs\// },
  { name: 'server/order-edits', wing: 'server', floor: 10, files: /^src\/server\/order-edits\// },
  { name: 'server/date-change', wing: 'server', floor: 11, files: /^src\/server\/date-change\// },
  { name: 'server/made-documents', wing: 'server', floor: 11, files: /^src\/server\/made-documents\// },
  { name: 'server/bulk', wing: 'server', floor: 12, files: /^src\/server\/bulk\// },
  { name: 'server/imports', wing: 'server', floor: 12, files: /^src\/server\/imports\// },
  { name: 'server/run-kinds', wing: 'server', floor: 13, files: /^src\/server\/run-kinds\.ts$/ },
  { name: 'server/test', wing: 'tests', floor: 0, files: /^src\/server\/test\// },
  {
    name: 'server/commands',
    wing: 'server',
    floor: 17,
    files: /^src\/server\/ops\/(attention|import|reports|run-command|sailings|staff|transfer)\.ts$/,
  },
  { name: 'server/ops', wing: 'server', floor: 14, files: /^src\/server\/ops\// },
  { name: 'server/jobs', wing: 'server', floor: 14, files: /^src\/server\/jobs\// },
  { name: 'server/modules', wing: 'server', floor: 14, files: /^src\/server\/modules\// },
  { name: 'demo', wing: 'server', floor: 15, files: /^demo\// },
  { name: 'server', wing: 'server', floor: 16, files: /^src\/server\// },

  { name: 'web/lib', wing: 'web', floor: 0, files: /^src\/web\/lib\//, nouns: false },
  { name: 'web/ui', wing: 'web', floor: 1, files: /^src\/web\/ui\//, nouns: false },
  { name: 'web/model', wing: 'web', floor: 2, files: /^src\/web\/model\// },
  { name: 'web/features', wing: 'web', floor: 3, files: /^src\/web\/features\// },
  { name: 'web/app', wing: 'web', floor: 4, files: /^src\/web\// },
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
