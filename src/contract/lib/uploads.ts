/** Bytes: all files of one submission. */
export const MAX_UPLOAD_SIZE = 25 * 1024 * 1024
/** The most files of one submission. */
export const MAX_UPLOADS = 50
export const UPLOAD_EXTENSIONS = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'jpg', 'jpeg', 'png', 'bmp', 'tiff'] as const
