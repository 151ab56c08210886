import { pino } from 'pino'

/** JSON lines on stdout. Bodies, headers and query strings are never logged, so no password, token or mail text is. */
export const createLogger = (level: string) =>
  pino({
    level,
    redact: { paths: ['password', '*.password', 'token', '*.token'], censor: '[hidden]' },
    serializers: { err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack }) },
  })
