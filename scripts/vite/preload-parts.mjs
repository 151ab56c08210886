/**
 * Loads a part of the app with the files that it needs. In some browsers, a module that failed to load once
 * stays failed for as long as the page is open, and so does every part that needs it. So the files are
 * fetched first, which can be tried again, and only files that have arrived are imported: from the browser's
 * cache. Throws as `import()` does, and for a style sheet as Vite does, after its event.
 */
const HELPER = `
const there = new Map()
const script = (href) => fetch(href).then((reply) => (reply.ok ? reply.blob() : Promise.reject())).catch(() => {
  throw new TypeError('Failed to fetch dynamically imported module: ' + href)
})
const style = (href) => new Promise((done, failed) => {
  if (document.querySelector('link[rel=stylesheet][href="' + href + '"]')) return done()
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href, onload: done })
  link.onerror = () => {
    link.remove()
    failed(new Error('Unable to preload CSS for ' + href))
  }
  document.head.append(link)
})
const file = (name) => {
  const href = '/' + name
  if (!there.has(href)) there.set(href, (href.endsWith('.css') ? style : script)(href).catch((error) => {
    there.delete(href)
    throw error
  }))
  return there.get(href)
}
export const __vitePreload = (load, names = []) => Promise.all(names.map(file)).then(load).catch((error) => {
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  throw error
})
`

/** @returns {import('vite').Plugin} */
export const preloadParts = () => ({
  name: 'preload-parts',
  apply: 'build',
  enforce: 'pre',
  load: { filter: { id: /vite\/preload-helper/ }, handler: () => ({ code: HELPER, map: null }) },
})
