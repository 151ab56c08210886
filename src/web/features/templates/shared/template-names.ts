const TAG = /\{\{([^{}]{1,2000})\}\}|\{%([^{}]{1,2000})%\}/g
const NAME = /[a-z][A-Za-z0-9]*\.[A-Za-z][\w-]*/g

/** Names of the variables and blocks in the tags of a text. */
export function usedNames(...texts: string[]): ReadonlySet<string> {
  const used = new Set<string>()
  for (const text of texts) {
    for (const [, output = '', tag = ''] of text.matchAll(TAG)) {
      const bare = (output || tag).replace(/"[^"]*"|'[^']*'/g, '')
      for (const [name] of bare.matchAll(NAME)) used.add(name)
    }
  }
  return used
}

export const IF = '{% if order.origin %}'
export const ELSE = '{% else %}'
export const ENDIF = '{% endif %}'

/** Snippets for conditional text. */
export const SNIPPETS = [
  { label: 'if', text: IF, hint: 'Starts a condition' },
  { label: 'else', text: ELSE, hint: 'Shown otherwise' },
  { label: 'endif', text: ENDIF, hint: 'Ends a condition' },
  { label: 'if … else … endif', text: `${IF} … ${ELSE} … ${ENDIF}`, hint: 'All three at once' },
] as const
