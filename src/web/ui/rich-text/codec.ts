/** Turns a stored text into the editor's, and back. */
export interface Codec {
  open: (source: string) => { html: string; close: (html: string) => string }
  /** False for a text that the visual editor would damage, and that can only be edited as source. */
  editable: (source: string) => boolean
}

/** The codec of plain rich text, which is stored as the editor shows it. */
export const plainCodec: Codec = {
  open: (source) => ({ html: source, close: (html) => html }),
  editable: () => true,
}
