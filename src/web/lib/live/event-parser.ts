/** One event of a stream. */
export interface StreamEvent {
  /** The event's name; 'message' if the stream gives none. */
  event: string
  data: string
}

interface Parser {
  /** Takes the next piece of the stream, cut anywhere. */
  take: (text: string) => void
  /** The id of the last complete event with one; '' before. */
  lastId: () => string
}

/** Reads a stream of server-sent events piece by piece; each event is passed on once it is complete. */
export function createEventParser(tell: (event: StreamEvent) => void): Parser {
  let [rest, name, id, lastId] = ['', '', '', '']
  let data: string[] = []
  const line = (text: string) => {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(text) ?? []
    if (field === 'event') name = value
    else if (field === 'data') data.push(value)
    else if (field === 'id') id = value
    if (text !== '') return
    // The id of an event that was cut off does not count yet: the server sends it again.
    lastId = id
    const event = { event: name || 'message', data: data.join('\n') }
    const complete = data.length > 0
    ;[name, data] = ['', []]
    if (complete) tell(event)
  }
  return {
    take(text) {
      // A carriage return at the end may be half of a line break.
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      lines.forEach(line)
    },
    lastId: () => lastId,
  }
}
