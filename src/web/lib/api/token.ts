import { readStored, writeStored } from '#web/lib/browser/browser-storage.ts'

const TOKEN = 'quayside-token'
const USER_ID = 'quayside-user-id'

/** The token of the session and whose it is, kept in the browser. */
export const storedToken = {
  key: TOKEN,
  get: () => readStored(TOKEN),
  userId: () => readStored(USER_ID),
  set(token: string, userId: number) {
    writeStored(USER_ID, String(userId))
    writeStored(TOKEN, token)
  },
  clear() {
    writeStored(TOKEN, null)
    writeStored(USER_ID, null)
  },
}

/** What asks by itself does so in a session only: its 401 would end the page that somebody is using. */
export const hasToken = () => storedToken.get() !== null
