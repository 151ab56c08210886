import { escapeHtml } from '#server/html/escape-html.ts'

/** Markup that needs no escaping. */
export class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Value = string | number | null | false | Html | Html[]

function sourceOf(value: Value): string {
  if (value === null || value === false) return ''
  if (value instanceof Html) return value.source
  if (Array.isArray(value)) return value.map(({ source }) => source).join('')
  return escapeHtml(String(value))
}

/** A template tag: values are escaped unless they are Html. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((source, text, index) => source + sourceOf(values[index - 1] ?? null) + text))
}
