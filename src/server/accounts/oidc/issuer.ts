/** A provider as the database knows it: some write a slash at the end, people leave it out. */
export const issuerOf = (issuer: string) => issuer.replace(/\/+$/, '')
