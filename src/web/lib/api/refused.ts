import { DeclinedError } from './api-error.ts'
import { asked, proofAsked } from './expiry.ts'
import { storedToken } from './token.ts'

/** A reply before its envelope is opened. */
export interface Reply {
  status: number
  text: string
  requestId: string | null
}

/** The step that a refused call needs first. */
type Wanted = { what: 'set-up' } | { what: 'proof'; ways: readonly string[] }

const asking: Partial<Record<Wanted['what'], Promise<boolean>>> = {}

/** True while another question comes first: setting up a second factor asks for a confirmation itself. */
const isBusy = ({ what }: Wanted) =>
  what === 'set-up' ? asked.get() !== null || proofAsked.get() !== null : asked.get()?.what === 'login'

/** Asks once for all calls that need it; null while another question is open. */
function ask(wanted: Wanted): Promise<boolean> | null {
  const { what } = wanted
  const under = asking[what]
  if (under) return under
  if (isBusy(wanted)) return null
  const question = new Promise<boolean>((answer) =>
    wanted.what === 'set-up' ? asked.set({ what: wanted.what, answer }) : proofAsked.set({ ways: wanted.ways, answer }),
  ).then((done) => {
    delete asking[what]
    if (what === 'set-up') asked.set(null)
    else proofAsked.set(null)
    return done
  })
  asking[what] = question
  return question
}

const dataOf = ({ text }: Reply) => {
  try {
    return Object(JSON.parse(text).data)
  } catch {
    return {}
  }
}

/** The step that the server wants first; null if it just refuses. */
function wantedBy(data: Record<string, unknown>): Wanted | null {
  // A server that could not name the ways names them at the next call.
  const ways = Array.isArray(data.ways) ? data.ways : ['password']
  if (data.stepUp === true) return { what: 'proof', ways }
  return data.secondFactorMissing === true ? { what: 'set-up' } : null
}

/**
 * Handles a 403: asks for the missing confirmation, or to set up a second factor, and makes the call again. A
 * wrong code that was sent with the call is a message at its field. Throws a DeclinedError if the question
 * was closed.
 */
export async function afterRefusal(reply: Reply, send: (token: string | null) => Promise<Reply>): Promise<Reply> {
  const data = dataOf(reply)
  if (typeof data.code === 'string') {
    const { code, message } = JSON.parse(reply.text)
    return { ...reply, text: JSON.stringify({ code, message, data: { code: data.code } }) }
  }
  const wanted = wantedBy(data)
  const answer = wanted && ask(wanted)
  if (!answer) return reply
  if (!(await answer)) throw new DeclinedError(reply.status, JSON.parse(reply.text).message)
  const again = await send(storedToken.get())
  // A second factor was set up, but this call needs a later confirmation.
  return wanted.what === 'set-up' && again.status === 403 ? afterRefusal(again, send) : again
}
