/** Names of files that can be embedded as fonts. */
export const FONT_FILE = /\.(ttf|otf|ttc)$/i
