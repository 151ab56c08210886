import type { Reply } from './api.ts'
import { asked } from './expiry.ts'
import { storedToken } from './token.ts'

let asking: Promise<boolean> | null = null

/** Asks once for all calls that need it; false at once while something else is asked. */
function ask(what: 'code' | 'set-up'): Promise<boolean> {
  if (!asking && asked.get()) return Promise.resolve(false)
  asking ??= new Promise<boolean>((answer) => asked.set({ what, answer })).then((done) => {
    asking = null
    asked.set(null)
    return done
  })
  return asking
}

/** What the server wants first; null if it just refuses. */
function wantedBy({ text }: Reply): 'code' | 'set-up' | null {
  try {
    const { stepUp, secondFactorMissing } = Object(JSON.parse(text).data)
    return stepUp === true ? 'code' : secondFactorMissing === true ? 'set-up' : null
  } catch {
    return null
  }
}

/** What a 403 does: where a code or a whole second factor is missing it is asked for, and the call is made again. */
export async function afterRefusal(reply: Reply, send: (token: string | null) => Promise<Reply>): Promise<Reply> {
  const wanted = wantedBy(reply)
  if (!wanted || !(await ask(wanted))) return reply
  const again = await send(storedToken.get())
  // Set up, but not lately enough for this call.
  return wanted === 'set-up' && again.status === 403 ? afterRefusal(again, send) : again
}
