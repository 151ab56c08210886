/**
 * The header of every reply below /api that names the build of the web app: unix seconds it was made at and a
 * hash of its page, '1767225600-0123456789ab'.
 */
export const BUILD_HEADER = 'x-web-build'

/** True for the name of a build; a page from another source has none. */
export const isBuild = (text: unknown): text is string => typeof text === 'string' && /^\d+-[0-9a-f]+$/.test(text)

/** True if the builds differ. The same sources give the same build, whenever and wherever they are built. */
export const isOther = (there: string, here: string) => there.split('-')[1] !== here.split('-')[1]

/** True if `there` is another build, made later. */
export const isNewer = (there: string, here: string) =>
  isOther(there, here) && Number.parseInt(there, 10) > Number.parseInt(here, 10)
