/** The name of this tab while its page lives; two tabs never share it. */
export const THIS_TAB = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('')
