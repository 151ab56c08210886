// Chooses light or dark before the first paint; blocking on purpose. The key is the one of ui/theme.ts.
;(() => {
  var scheme = null
  try {
    scheme = window.localStorage.getItem('quayside-color-scheme')
  } catch (_error) {
    // Without storage, the system decides.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  // A message replaces the blank page if the app cannot be loaded.
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target.type === 'module') document.querySelector('#root > p').hidden = false
    },
    true,
  )
})()
