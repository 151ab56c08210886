import { RULE_LABELS } from '#contract/attention/rules.ts'
import { formatDateTime } from '#contract/lib/format.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import type { NotificationKind } from '#contract/notes/notifications.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { escapeHtml } from '#server/html/escape-html.ts'
import type { News, Task, Waiting } from './read-digest.ts'

interface Line {
  path: string
  /** What the link says, and what follows it. */
  link: string
  text: string
}
interface Part {
  title: string
  lines: Line[]
}

const DID: Record<NotificationKind, string> = {
  mention: 'mentioned you',
  assigned: 'gave you a task',
  note: 'wrote on your order',
  done: 'finished your task',
}

const count = (n: number, one: string, many: string) => (n === 0 ? [] : [`${n} ${n === 1 ? one : many}`])
const lineOf = ({ orderId, trackingCode, companyName, text }: Task | News, what: string): Line => ({
  path: `/orders/${orderId}?notes=true`,
  link: formatTrackingCode(trackingCode),
  text: `${companyName} · ${what}: ${text.replaceAll(/\s+/g, ' ')}`,
})

/** The daily mail, as HTML and as text; null when nothing waits. */
export function digestMail(
  { tasks, news, queue }: Waiting,
  { appUrl, timeZone }: { appUrl: string; timeZone: string },
) {
  const rules = keysOf(RULE_LABELS).filter((rule) => (queue[rule] ?? 0) > 0)
  const things = rules.reduce((sum, rule) => sum + (queue[rule] ?? 0), 0)
  const parts: Part[] = [
    { title: 'Due today', lines: tasks.map((task) => lineOf(task, formatDateTime(task.dueAt, timeZone))) },
    { title: 'New', lines: news.map((each) => lineOf(each, `${each.who ?? 'Somebody'} ${DID[each.kind]}`)) },
    {
      title: 'In your queue',
      lines: rules.map((rule) => ({ path: `/today?rule=${rule}`, link: RULE_LABELS[rule], text: String(queue[rule]) })),
    },
  ].filter(({ lines }) => lines.length > 0)
  if (parts.length === 0) return null
  const subject = [
    ...count(tasks.length, 'task due', 'tasks due'),
    ...count(news.length, 'new note', 'new notes'),
    ...count(things, 'thing in your queue', 'things in your queue'),
  ].join(', ')
  const off = 'You can switch off this daily mail in the account menu.'
  return {
    subject: `Today: ${subject}`,
    html: documentOf(parts.map((part) => htmlOf(part, appUrl)).join('\n'), off),
    text: `${parts.map((part) => textOf(part, appUrl)).join('\n\n')}\n\n${off}\n`,
  }
}

const htmlOf = ({ title, lines }: Part, appUrl: string) => `<h2 style="font-size:16px;margin:20px 0 6px">${title}</h2>
<ul style="margin:0;padding-left:18px">
${lines.map(({ path, link, text }) => `<li style="margin:4px 0"><a href="${escapeHtml(appUrl + path)}">${escapeHtml(link)}</a> ${escapeHtml(text)}</li>`).join('\n')}
</ul>`

const textOf = ({ title, lines }: Part, appUrl: string) =>
  [title, ...lines.map(({ path, link, text }) => `- ${link} ${text}\n  ${appUrl}${path}`)].join('\n')

const documentOf = (body: string, off: string) => `<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="font-family:sans-serif;font-size:14px;line-height:1.5">
${body}
<p style="margin-top:24px;color:#5c6671">${off}</p>
</body></html>
`
