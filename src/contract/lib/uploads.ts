/** Maximum bytes of all files of one submission. */
export const MAX_UPLOAD_SIZE = 25 * 1024 * 1024
/** Files of one submission, at most. */
export const MAX_UPLOADS = 50
/** Messages for a file in which the scanner found something, and while no file can be scanned. */
export const INFECTED = 'This file is not accepted: the virus scanner found something harmful in it'
export const SCANNER_AWAY = 'Files cannot be checked for viruses right now. Please try again in a few minutes.'
export const UPLOAD_EXTENSIONS = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'jpg', 'jpeg', 'png', 'bmp', 'tiff'] as const
