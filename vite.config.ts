import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://${process.env.HOST || '127.0.0.1'}:${process.env.PORT || 3000}`

/**
 * Leaves out zod's writer of JSON Schema, which only the server uses: 5 KB less of gzipped JavaScript for the first
 * screen. Its functions stay as names that do nothing.
 */
function withoutJsonSchema(): Plugin {
  const writer = /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/
  return {
    name: 'zod-without-json-schema',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!writer.test(id)) return null
      const exported = readFileSync(id, 'utf8').matchAll(/^export (?:const|function|\{ \w+ as) (\w+)/gm)
      return Array.from(exported, ([, name]) => `export const ${name} = () => ({})`).join('\n')
    },
  }
}

/** The web app, built into dist/web. Nothing is inlined: the Content-Security-Policy allows files of this site only. */
export default defineConfig({
  root: 'src/web',
  plugins: [react(), withoutJsonSchema()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': server, '/site': server, '/images': server, '/frame': server },
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The editor is one large file, loaded when a template is edited.
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      output: {
        // What every screen needs, in one file: compresses better than many small ones and is fetched in one go.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|zod|clsx|@tanstack|@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](UnstyledButton|Button|ActionIcon|CloseButton|Transition|Loader)))[\\/]/,
            },
          ],
        },
      },
    },
  },
})
