// Says so when the app's own files cannot be loaded: the page would stay white. Mostly a new version is being installed.
window.addEventListener(
  'error',
  (event) => {
    var failed = event.target
    if (!(failed instanceof HTMLScriptElement) && !(failed instanceof HTMLLinkElement && failed.rel === 'stylesheet'))
      return
    var say = () => {
      var root = document.getElementById('root')
      if (!root || root.childElementCount > 0) return
      var text = document.createElement('p')
      text.setAttribute('role', 'alert')
      text.textContent = 'Quayside could not be loaded: a new version may be on its way. Please reload the page.'
      var button = document.createElement('button')
      button.textContent = 'Reload'
      button.addEventListener('click', () => window.location.reload())
      root.append(text, button)
      document.documentElement.style.colorScheme = 'light dark'
      root.style.cssText = 'max-width:36rem;margin:15vh auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif'
      button.style.cssText = 'font:inherit;padding:.4rem 1rem'
    }
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', say)
    else say()
  },
  true,
)
