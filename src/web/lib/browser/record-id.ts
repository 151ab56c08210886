/** The id in an address; 0 for any other text. */
export const recordId = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0)
