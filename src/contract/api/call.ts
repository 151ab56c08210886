/** A call as the API's document presents it. */
export interface Call {
  /** The operationId: unique, and never changed once released. */
  id: string
  summary: string
  description?: string
  /** True for a call of the specification, false for our own. */
  specified: boolean
}

/** The key of a call, 'GET port/{id}', from its method and its path as server or document writes it. */
export const callKey = (method: string, path: string) =>
  `${method} ${path.replace('/api/', '').replaceAll(/:(\w+)/g, '{$1}')}`

const call = (id: string, summary: string, description?: string) => ({
  id,
  summary,
  ...(description ? { description } : {}),
})
/** A call of the specification. */
export const specified = (...texts: Parameters<typeof call>): Call => ({ ...call(...texts), specified: true })
/** A call of our own. */
export const own = (...texts: Parameters<typeof call>): Call => ({ ...call(...texts), specified: false })

/** 'MailTemplate' as words: 'mail template'. */
const words = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const article = (name: string) => (/^[aeiou]/.test(name) ? 'an' : 'a')

const LONG = /^(get_all|get|add|edit|delete)$/

/** Both path forms of a call: the short one and the longer one, which mean the same. */
export function twice(short: string, long: string, { id, summary, description }: Call): Record<string, Call> {
  const form = long.split('/').find((part) => LONG.test(part)) ?? ''
  const longId = `${id}By${form.split('_').map(capital).join('')}`
  return {
    [short]: specified(id, summary, description),
    [long]: specified(longId, summary, `The same as ${short.replace(' ', ' /api/')}.`),
  }
}

/** The calls that a resource may have, in both path forms; those it does not declare have no route. */
export function resourceCalls(path: string, one: string, many: string): Record<string, Call> {
  const a = `${article(words(one))} ${words(one)}`
  const version = 'Send updatedAt as it was read to get 409 if somebody else has saved since.'
  return {
    ...twice(`GET ${path}`, `GET ${path}/get_all`, specified(`list${many}`, `List ${words(many)}`)),
    ...twice(`GET ${path}/{id}`, `GET ${path}/get/{id}`, specified(`get${one}`, `Read ${a}`)),
    ...twice(`POST ${path}`, `POST ${path}/add`, specified(`add${one}`, `Add ${a}`)),
    ...twice(
      `PUT ${path}/{id}`,
      `PUT ${path}/edit/{id}`,
      specified(`edit${one}`, `Edit ${a}`, `Omitted fields stay unchanged. ${version}`),
    ),
    [`PUT ${path}/save`]: specified(
      `save${one}`,
      `Save ${a}`,
      'With an id it edits that record; without one it adds a record.',
    ),
    ...twice(
      `DELETE ${path}/{id}`,
      `DELETE ${path}/delete/{id}`,
      specified(`delete${one}`, `Delete ${a}`, '409 names what uses it.'),
    ),
    [`GET ${path}/uses/{id}`]: own(
      `get${one}Uses`,
      `Read what uses ${a}`,
      'What would make deleting it fail; null if nothing does.',
    ),
    [`GET ${path}/export`]: own(
      `export${many}`,
      `Download ${words(many)}`,
      'All rows that match the search and the filters, in the same order.',
    ),
  }
}

export const importCalls = (path: string, many: string, name: string): Record<string, Call> => ({
  [`POST ${path}/import/check`]: own(
    `checkImportOf${many}`,
    `Check a file of ${name}`,
    'A dry run: lists what the import would change, and changes no record. options is JSON, as in ImportOptions: how the file is read. What is chosen starts the next check of a file with the same headings, for everybody.',
  ),
  [`POST ${path}/import/apply`]: own(
    `import${many}`,
    `Import a file of ${name}`,
    'Does exactly what the check reported, in one transaction. Send the options of the check along.',
  ),
  [`POST ${path}/import/refused`]: own(
    `exportRefused${many}`,
    `Download the refused rows of a file of ${name}`,
    'Each with its reason.',
  ),
})
