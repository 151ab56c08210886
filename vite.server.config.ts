import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

// ES modules in many small files, without dependencies: loading them one by one costs a fifth of a second at each start.
// Everything else stays in node_modules; CommonJS packages broke when they were built in.
const inlined = [
  ...['csv-stringify', 'decimal.js', 'fastify-type-provider-zod', 'fflate', 'kysely', 'liquidjs', 'nodemailer'],
  ...['numfmt', 'otpauth', 'zod'],
  // The parts that html-to-text consists of.
  ...['html-to-text', '@selderee/plugin-htmlparser2', 'selderee', 'parseley', 'leac', 'peberminta', 'htmlparser2'],
  ...['domutils', 'domhandler', 'domelementtype', 'dom-serializer', 'entities', 'deepmerge-ts'],
]

/** Functions, views and triggers of the database, beside the code as in its source: the server reads them when it starts. */
const sqlFiles: Plugin = {
  name: 'sql-files',
  writeBundle: async ({ dir = '' }) => {
    const files = (await readdir('src/server', { recursive: true })).filter((path) =>
      /[\\/]sql[\\/].*\.sql$/.test(path),
    )
    await Promise.all(files.map((path) => cp(join('src/server', path), join(dir, path))))
  },
}

/** The server, built into dist/server: our own code and the packages above. */
export default defineConfig({
  plugins: [sqlFiles],
  ssr: { noExternal: inlined },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        staff: 'src/server/ops/staff.ts',
        attention: 'src/server/ops/attention.ts',
        reports: 'src/server/ops/reports.ts',
        sailings: 'src/server/ops/sailings.ts',
        transfer: 'src/server/ops/transfer.ts',
        import: 'src/server/ops/import.ts',
        'html-thread': 'src/server/html/html-thread.ts',
        'arrivals-export-thread': 'src/server/arrivals/arrivals-export-thread.ts',
        'audit-export-thread': 'src/server/audit/audit-export-thread.ts',
        'clients-export-thread': 'src/server/clients/clients-export-thread.ts',
        'import-check-thread': 'src/server/imports/import-check-thread.ts',
        'import-problems-thread': 'src/server/imports/import-problems-thread.ts',
        'manifest-export-thread': 'src/server/sailings/manifest-export-thread.ts',
        'pdf-thread': 'src/server/pdf/pdf-thread.ts',
        'offers-export-thread': 'src/server/offers/offers-export-thread.ts',
        'orders-export-thread': 'src/server/orders/orders-export-thread.ts',
        'rate-sets-export-thread': 'src/server/rates/rate-sets-export-thread.ts',
        'simulate-thread': 'src/server/rates/simulate-thread.ts',
        'reference-export-thread': 'src/server/reference/reference-export-thread.ts',
        'run-export-thread': 'src/server/runs/run-export-thread.ts',
        'sailings-export-thread': 'src/server/sailings/sailings-export-thread.ts',
        'reading-thread': 'src/server/carrier-events/reading/reading-thread.ts',
        'mail-thread': 'src/server/mail-in/reading/mail-thread.ts',
        'sheet-thread': 'src/server/sheets/sheet-thread.ts',
      },
      output: {
        // Comments and line breaks would stay in memory as long as the server runs. Names stay, so a stack trace can be read.
        minify: { compress: false, mangle: false, codegen: true },
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
})
