// The thread of html-aside.ts: runs one task after the other.
import { parentPort } from 'node:worker_threads'
import { HTML_WORK, type HtmlAnswer, type HtmlTask } from './html-work.ts'

const answer = (message: HtmlAnswer) => parentPort?.postMessage(message)

parentPort?.on('message', ({ id, name, html, addresses }: HtmlTask) =>
  HTML_WORK[name](html, addresses).then(
    (value) => answer({ id, value }),
    (failure: unknown) => answer({ id, failure }),
  ),
)
