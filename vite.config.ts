import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloadParts } from './scripts/vite/preload-parts.mjs'
import { zodForBrowsers } from './scripts/vite/zod-for-browsers.mjs'

const server = `http://${process.env.HOST || '127.0.0.1'}:${process.env.PORT || 3000}`

const parsingWindow = fileURLToPath(new URL('src/web/ui/rich-text/parsing-window.ts', import.meta.url))

/** Fields, dialogs and lists, but for the editors of texts, which few screens have. */
const CONTROLS = /src[\\/]web[\\/]ui[\\/](?!rich-text)|node_modules[\\/](@mantine|@floating-ui|@tabler)[\\/]/
/** The contract, and what several screens have of their nouns. */
const RECORDS = /src[\\/](contract|web)[\\/]/

/** The web app, built into dist/web. Nothing is inlined: the Content-Security-Policy allows files of this site only. */
export default defineConfig({
  root: 'src/web',
  plugins: [react(), zodForBrowsers(), preloadParts()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': server, '/site': server, '/images': server, '/frame': server, '/single-sign-on': server },
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
      transform: {
        // The rich-text editor accepts no parser, so ours replaces the browser's in every module that names it, ours too. It
        // parses like the browser's until the editor's frame is loaded (docs/decisions/007-editor-frame.md).
        inject: {
          DOMParser: [parsingWindow, 'EditorParser'],
          'document.implementation': [parsingWindow, 'editorImplementation'],
        },
      },
      output: {
        // The first screen's file lists the names of all others: seven hexadecimal characters take less than eight of base64.
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // What every screen needs, in two files: compresses better than many small ones. Libraries change seldom and stay
        // in the browser's cache over releases.
        codeSplitting: {
          groups: [
            {
              // Not what only charts, or parts loaded later, need of these libraries.
              name: 'vendor',
              priority: 4,
              test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store(?![\\/](?:with-selector|cjs[\\/]use-sync-external-store-with))|zod|clsx|@tanstack(?![\\/][a-z-]+[\\/]build[\\/]modern[\\/](?:queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.)|@mantine[\\/]hooks[\\/]esm[\\/](utils[\\/]use-callback-ref|use-debounced-callback)|@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](UnstyledButton|Button|ActionIcon|CloseButton|Transition|Loader|Input|InputBase|TextInput|NativeSelect|Group|Text|Anchor)))[\\/]/,
            },
            { name: 'start', priority: 3, tags: ['$initial'] },
            // Other screens share two files: their fields and dialogs, and the contract with the parts of its nouns.
            { name: 'controls', priority: 2, minShareCount: 2, test: CONTROLS },
            { name: 'records', priority: 1, minShareCount: 2, test: RECORDS },
          ],
        },
      },
    },
  },
})
