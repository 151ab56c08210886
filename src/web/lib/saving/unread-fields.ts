/** Fields whose text is not read yet, or is no value, each with what reads it: true once it is a value. */
const unread = new Map<HTMLElement, () => Promise<boolean>>()

/** Names a field whose text is no value; `read` tries to make it one. Returns a function that ends this. */
export function addUnread(field: HTMLElement, read: () => Promise<boolean>): () => void {
  unread.set(field, read)
  return () => {
    if (unread.get(field) === read) unread.delete(field)
  }
}

const unreadIn = (root: Element) => [...unread].filter(([field]) => root.contains(field))

/** True if a field below an element shows a text that is no value yet. */
export const hasUnread = (root: Element | null) => root !== null && unreadIn(root).length > 0

/**
 * Reads the fields below an element whose text is no value yet. False if one has none: that field says why and
 * has the focus.
 */
export async function readFields(root: Element | null): Promise<boolean> {
  const fields = root ? unreadIn(root) : []
  const read = await Promise.all(fields.map(async ([field, toValue]) => ((await toValue()) ? null : field)))
  const wrong = read.find((field) => field !== null)
  wrong?.focus()
  return wrong === undefined
}

function hold(event: SubmitEvent): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !hasUnread(form)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const { submitter } = event
  void readFields(form).then((read) => read && form.requestSubmit(submitter))
}

/**
 * Keeps forms from saving while a field of theirs shows a text that is no value: it would save the value from
 * before. A text that can be read goes along with the save. Call it before anything listens to forms. Returns a function
 * that ends this.
 */
export function holdUnreadForms(): () => void {
  // Capture at the window comes before every other listener.
  window.addEventListener('submit', hold, true)
  return () => window.removeEventListener('submit', hold, true)
}
