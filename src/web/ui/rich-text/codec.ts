/** Turns a stored text into what the editor shows, and back. */
export interface Codec {
  open: (source: string) => { html: string; close: (html: string) => string }
  /** False for a text that the visual editor would damage: it can only be edited as source. */
  editable: (source: string) => boolean
}

/** Plain rich text: stored as the editor shows it. */
export const plainCodec: Codec = {
  open: (source) => ({ html: source, close: (html) => html }),
  editable: () => true,
}
