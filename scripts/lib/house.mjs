// Rules on who may import whom. `npm run walls` writes biome.json's rules and CONTRIBUTING's table from this
// file; house.test.ts checks both, every import, and that rooms do not import each other in circles.

/**
 * The bands of the code base. A file may import its own room, the contract, and bands of its own root on
 * lower levels.
 * - `folders`, `files` and `doors` say which files a band has; a band without them has the rest of its root.
 * - `open`: rooms of the band may import each other, but not in a circle. Rooms of other bands stay apart.
 * - `beside`: folders beside the product that the band may import.
 * - `nouns: false`: the band uses no noun of the business. From the contract it imports only the folders of
 * `contract`.
 */
export const BANDS = [
  {
    name: 'contract/lib',
    root: 'src/contract',
    level: 0,
    folders: ['lib'],
    nouns: false,
    contract: ['lib'],
    open: true,
  },
  { name: 'contract', root: 'src/contract', level: 1, open: true },
  {
    name: 'plumbing',
    root: 'src/server',
    level: 0,
    folders: ['db', 'files', 'html', 'http', 'pdf', 'resource', 'sheets', 'threads', 'traces', 'zones'],
    files: ['errors.ts'],
    nouns: false,
    contract: ['lib', 'accounts'],
    open: true,
  },
  { name: 'nouns', root: 'src/server', level: 1, open: true },
  { name: 'doors of nouns', root: 'src/server', level: 2, doors: ['routes.ts', '*-routes.ts'] },
  { name: 'jobs', root: 'src/server', level: 2, folders: ['jobs'] },
  {
    name: 'app and commands',
    root: 'src/server',
    level: 3,
    folders: ['ops', 'start'],
    files: ['app.ts', 'main.ts', 'run.ts', 'small-start.ts', 'view-counters.ts'],
    open: true,
    beside: ['demo'],
  },
  { name: 'servers for tests', root: 'src/server', level: 4, folders: ['test'], open: true, beside: ['demo', 'tests'] },
  { name: 'web/lib', root: 'src/web', level: 0, folders: ['lib'], nouns: false, contract: ['lib'], open: true },
  { name: 'web/ui', root: 'src/web', level: 1, folders: ['ui'], nouns: false, contract: ['lib'], open: true },
  { name: 'shared by features', root: 'src/web', level: 2, folders: ['model', 'features/*/shared'], open: true },
  { name: 'features', root: 'src/web', level: 3, folders: ['features'] },
  { name: 'web/app', root: 'src/web', level: 4, open: true },
]

/** Folders beside the product. They may import the server and each other, never the web app. */
export const BESIDE = ['demo', 'bench', 'tests', 'e2e']

/** Nouns of the business, in the singular. */
export const NOUNS = (
  'article blog booking cargo carrier cartage city clause client company confirmation consignee ' +
  'constant container customer customs delivery depot document event freight hint insurance invoice ' +
  'lane location mail milestone note notification order port quote sailing session shipment shipper ' +
  'template tracking vessel voyage warehouse'
).split(' ')

/** Nouns that are technical terms too, with the names they appear in and their meaning there. */
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
