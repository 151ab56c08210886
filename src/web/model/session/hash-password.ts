import { md5 } from 'js-md5'

/** A typed password as sent: the MD5 of its UTF-8 in NFC. */
export const hashPassword = (typed: string) => md5(typed.normalize('NFC'))
