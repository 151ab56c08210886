/** A whole number with its thousands apart by a no-break space: '1 406'. */
export const grouped = (value: number) => String(value).replace(/\B(?=(?:\d{3})+$)/g, '\u00a0')
