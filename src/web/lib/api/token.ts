import { forgetPersonal, readStored, writeStored } from '#web/lib/browser/browser-storage.ts'

const TOKEN = 'quayside-token'
const USER_ID = 'quayside-user-id'

const DRAFTS = 'quayside-draft:'

/** The storage key of an account's draft, which no other account here reads. Null without a session. */
export function draftKey(name: string): string | null {
  const userId = readStored(USER_ID)
  return userId === null ? null : `${DRAFTS}${userId}:${name}`
}

/** The session's token and its account, kept in the browser. */
export const storedToken = {
  key: TOKEN,
  get: () => readStored(TOKEN),
  userId: () => readStored(USER_ID),
  set(token: string, userId: number) {
    // Drafts of somebody else's session that was never ended here.
    forgetPersonal((key) => key.startsWith(DRAFTS) && !key.startsWith(`${DRAFTS}${userId}:`))
    writeStored(USER_ID, String(userId))
    writeStored(TOKEN, token)
  },
  /** Ends the session here and leaves drafts, with which a new sign-in over the page goes on. */
  clear() {
    writeStored(TOKEN, null)
    writeStored(USER_ID, null)
  },
  /** Ends the session here, with all that it left in the browser: drafts may hold names and addresses. */
  forget() {
    writeStored(TOKEN, null)
    forgetPersonal()
  },
}

/** True within a session. Background calls ask it first: their 401 would end the page in use. */
export const hasToken = () => storedToken.get() !== null
