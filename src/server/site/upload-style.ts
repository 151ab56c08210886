import { STYLE } from './style.ts'
import { CHOOSE_FILE } from './upload-page.ts'

/** The style sheet of the upload page: that of the site, and its own. */
export const UPLOAD_STYLE = `${STYLE}
.papers { list-style: none; margin: 0 0 20px; padding: 0; display: grid; gap: 12px }
.papers li { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px; min-width: 0 }
.papers h2, .papers h3 { font-size: 17px; margin: 0 0 4px }
.shipment { font-size: 19px; margin: 24px 0 10px }
.papers p { margin: 0 0 8px; font-size: 15px }
.papers label { display: block; flex: none; font-size: 14px; color: var(--dim) }
.papers input { margin-top: 4px; padding: 8px; max-width: 100%; color: var(--text) }
.wrong, .papers .wrong { border-left: 4px solid #b3261e }
.wrong strong { color: #b3261e }
.there, .papers .there { border-left: 4px solid #1b7f4b }
form.upload { display: block; max-width: 720px }
.panel.wrong, .panel.there { max-width: 720px }
form.upload button { min-height: 44px; padding-inline: 24px }
progress { width: 100%; height: 10px; margin: 0 0 6px; accent-color: var(--accent) }
.results { margin: 0 0 8px; padding-left: 20px }
[hidden] { display: none }
@media (prefers-color-scheme: dark) { .wrong, .papers .wrong { border-left-color: #f2b8b5 } .wrong strong { color: #f2b8b5 } .there, .papers .there { border-left-color: #7fd6a8 } }
@media (max-width: 560px) { form.upload button { width: 100% } }
`

/**
 * The script of the upload page: shows how far the upload is, and puts the answer in place of the page.
 * Without it, the form is sent by the browser, with the same result.
 */
export const UPLOAD_SCRIPT = `'use strict'
const start = () => {
  const form = document.querySelector('form.upload')
  if (!form) return
  const most = Number(form.dataset.most)
  const message = form.querySelector('.message')
  const bar = form.querySelector('progress')
  const button = form.querySelector('button')
  const inputs = [...form.querySelectorAll('input[type=file]')]
  const chosen = () => inputs.flatMap((input) => [...input.files])
  const say = (text) => { message.textContent = text }
  const stop = (text) => { bar.hidden = true; button.disabled = false; say(text) }
  for (const input of inputs) input.addEventListener('change', () => {
    const total = chosen().reduce((sum, file) => sum + file.size, 0)
    say(total > most ? 'These files are more than 25 MB together. Send some of them first.' : '')
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (chosen().length === 0) return say('${CHOOSE_FILE}')
    const request = new XMLHttpRequest()
    request.open('POST', form.action)
    request.responseType = 'document'
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      bar.value = total ? loaded / total : 0
      say(loaded === total ? 'Checking the files…' : 'Uploading: ' + Math.floor((100 * loaded) / total) + ' %')
    })
    request.addEventListener('load', () => {
      const main = request.response && request.response.querySelector('main')
      if (!main) return stop('The upload did not work. Please try again.')
      // The server takes no files for now: the chosen ones stay, to be sent again.
      if (request.status === 429 || request.status >= 500) return stop(main.querySelector('.lead').textContent)
      document.querySelector('main').replaceWith(document.adoptNode(main))
      document.title = request.response.title
      window.scrollTo(0, 0)
      const heading = main.querySelector('h1')
      heading.tabIndex = -1
      heading.focus()
      start()
    })
    request.addEventListener('error', () => stop('The connection was lost. Nothing that is missing below has arrived; please try again.'))
    bar.hidden = false
    button.disabled = true
    say('Uploading…')
    request.send(new FormData(form))
  })
}
start()
`
