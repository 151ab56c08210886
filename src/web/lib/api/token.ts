import { forgetPersonal, readStored, writeStored } from '#web/lib/browser/browser-storage.ts'

const TOKEN = 'quayside-token'
const USER_ID = 'quayside-user-id'

const DRAFTS = 'quayside-draft:'

/** Where what an account types is kept: no other account of this browser reads it. Null without a session. */
export function draftKey(name: string): string | null {
  const userId = readStored(USER_ID)
  return userId === null ? null : `${DRAFTS}${userId}:${name}`
}

/** The token of the session and whose it is, kept in the browser. */
export const storedToken = {
  key: TOKEN,
  get: () => readStored(TOKEN),
  userId: () => readStored(USER_ID),
  set(token: string, userId: number) {
    // What a session of somebody else left that was never ended here.
    forgetPersonal((key) => key.startsWith(DRAFTS) && !key.startsWith(`${DRAFTS}${userId}:`))
    writeStored(USER_ID, String(userId))
    writeStored(TOKEN, token)
  },
  /** Ends the session here, and leaves what was typed: whoever is asked to sign in again over the page goes on with it. */
  clear() {
    writeStored(TOKEN, null)
    writeStored(USER_ID, null)
  },
  /** Ends the session here, with all that it left in the browser: drafts hold names and addresses of clients. */
  forget() {
    writeStored(TOKEN, null)
    forgetPersonal()
  },
}

/** What asks by itself does so in a session only: its 401 would end the page that somebody is using. */
export const hasToken = () => storedToken.get() !== null
