/** The id in an address; 0 for anything that is not an id. */
export const recordId = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0)
