/**
 * The header that says which build of the web app a server hands out, on every reply below /api. A build is named by the
 * unix seconds it was made at and a hash of its page: '1767225600-0123456789ab'.
 */
export const BUILD_HEADER = 'x-web-build'

/** True for the name of a build; a page that no server of ours handed out has none. */
export const isBuild = (text: unknown): text is string => typeof text === 'string' && /^\d+-[0-9a-f]+$/.test(text)

/** True when the builds differ: the same sources give the same files, whenever and wherever they were built. */
export const isOther = (there: string, here: string) => there.split('-')[1] !== here.split('-')[1]

/** True when `there` is another build and was made later. */
export const isNewer = (there: string, here: string) =>
  isOther(there, here) && Number.parseInt(there, 10) > Number.parseInt(here, 10)
