/** Bytes: all documents of one submission. */
export const MAX_DOCUMENTS_SIZE = 25 * 1024 * 1024
export const MAX_DOCUMENTS = 50
export const DOCUMENT_EXTENSIONS = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'jpg', 'jpeg', 'png', 'bmp', 'tiff'] as const
