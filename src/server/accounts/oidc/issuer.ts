/**
 * The issuer as the database knows it, without the slash at the end that some providers write and people
 * leave out.
 */
export const issuerOf = (issuer: string) => issuer.replace(/\/+$/, '')
