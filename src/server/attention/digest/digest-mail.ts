import { RULE_LABELS, type RuleCode } from '#contract/attention/rules.ts'
import { formatZoned } from '#contract/lib/format.ts'
import { keysOf } from '#contract/lib/record-of.ts'
import { LINE_BREAKS } from '#contract/lib/text.ts'
import type { NoteNews } from '#contract/notes/notifications.ts'
import { formatTrackingCode } from '#contract/orders/tracking-code.ts'
import { escapeHtml, escapeLines } from '#server/html/escape-html.ts'
import type { News, Some, Task, Waiting } from './read-digest.ts'

interface Line {
  path: string
  /** Text of the link, and the text after it. */
  link: string
  text: string
}
interface Part {
  title: string
  lines: Line[]
  /** How many more there are than lines. */
  more: number
}

const DID: Record<NoteNews, string> = {
  mention: 'mentioned you',
  assigned: 'gave you a task',
  note: 'wrote on your order',
  done: 'finished your task',
}

const count = (n: number, one: string, many: string) => (n === 0 ? [] : [`${n} ${n === 1 ? one : many}`])
const lineOf = ({ orderId, trackingCode, companyName, text }: Task | News, what: string): Line => ({
  path: `/orders/${orderId}?notes=true`,
  link: formatTrackingCode(trackingCode),
  text: `${companyName} · ${what}: ${text}`,
})

const DUE = 'Due today'

const listed = <Row>(title: string, { first, total }: Some<Row>, line: (row: Row) => Line): Part => ({
  title,
  lines: first.map(line),
  more: total - first.length,
})

/**
 * The daily mail, as HTML and as text; null when nothing waits. Its subject counts an overdue task once, not
 * again among the items of the queue.
 */
export function digestMail(
  { tasks, news, queue, tasksInQueue }: Waiting,
  { appUrl, timeZone }: { appUrl: string; timeZone: string },
) {
  const rules = keysOf(RULE_LABELS).filter((rule) => (queue[rule] ?? 0) > 0)
  // The parts were read one after the other, so the counts may differ.
  const under = Math.min(tasksInQueue, queue['note-due'] ?? 0, tasks.total)
  const things = rules.reduce((sum, rule) => sum + (queue[rule] ?? 0), 0) - under
  const said = (rule: RuleCode) =>
    rule === 'note-due' && under > 0 ? `${queue[rule]} (${under} of them under ${DUE})` : String(queue[rule])
  const queued = rules.map((rule) => ({ path: `/today?rule=${rule}`, link: RULE_LABELS[rule], text: said(rule) }))
  const parts: Part[] = [
    listed(DUE, tasks, (task) => lineOf(task, formatZoned(task.dueAt, timeZone))),
    listed('New', news, (each) => lineOf(each, `${each.who ?? 'Somebody'} ${DID[each.kind]}`)),
    { title: 'In your queue', lines: queued, more: 0 },
  ].filter(({ lines }) => lines.length > 0)
  if (parts.length === 0) return null
  const subject = [
    ...count(tasks.total, 'task due', 'tasks due'),
    ...count(news.total, 'new note', 'new notes'),
    ...count(things, 'thing in your queue', 'things in your queue'),
  ].join(', ')
  const off = 'You can switch off this daily mail in the account menu.'
  return {
    subject: `Today: ${subject}`,
    html: documentOf(parts.map((part) => htmlOf(part, appUrl)).join('\n'), off),
    text: `${parts.map((part) => textOf(part, appUrl)).join('\n\n')}\n\n${off}\n`,
  }
}

const andMore = (more: number) => (more > 0 ? [`and ${more} more`] : [])

function htmlOf({ title, lines, more }: Part, appUrl: string): string {
  const items = lines.map(
    ({ path, link, text }) => `<a href="${escapeHtml(appUrl + path)}">${escapeHtml(link)}</a> ${escapeLines(text)}`,
  )
  return `<h2 style="font-size:16px;margin:20px 0 6px">${title}</h2>
<ul style="margin:0;padding-left:18px">
${[...items, ...andMore(more)].map((item) => `<li style="margin:4px 0">${item}</li>`).join('\n')}
</ul>`
}

const textOf = ({ title, lines, more }: Part, appUrl: string) =>
  [
    title,
    ...lines.map(({ path, link, text }) => `- ${link} ${text.replaceAll(LINE_BREAKS, '\n  ')}\n  ${appUrl}${path}`),
    ...andMore(more).map((line) => `- ${line}`),
  ].join('\n')

const documentOf = (body: string, off: string) => `<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="font-family:sans-serif;font-size:14px;line-height:1.5">
${body}
<p style="margin-top:24px;color:#5c6671">${off}</p>
</body></html>
`
