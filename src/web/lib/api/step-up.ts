import { createStore } from '#web/lib/browser/store.ts'
import type { Reply } from './api.ts'
import { queryClient } from './query-client.ts'
import { storedToken } from './token.ts'

/** Set while a code is asked for over the page; called with whether one was right. */
export const codeAsked = createStore<((confirmed: boolean) => void) | null>(null)

let asking: Promise<boolean> | null = null

/** Asks for a code, once for all calls that need it. */
function askForCode(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => codeAsked.set(resolve)).then((confirmed) => {
    asking = null
    codeAsked.set(null)
    return confirmed
  })
  return asking
}

function dataOf({ text }: Reply): { stepUp?: unknown; secondFactorMissing?: unknown } {
  try {
    return Object(JSON.parse(text).data)
  } catch {
    return {}
  }
}

/**
 * What a 403 does: where a code is missing, the call is made again once one was right; where a second factor is missing, who is
 * logged in is read again, which shows how to set one up.
 */
export async function afterRefusal(reply: Reply, send: (token: string | null) => Promise<Reply>): Promise<Reply> {
  const { stepUp, secondFactorMissing } = dataOf(reply)
  if (secondFactorMissing) void queryClient.invalidateQueries({ queryKey: ['session'], exact: true })
  return stepUp && (await askForCode()) ? send(storedToken.get()) : reply
}
