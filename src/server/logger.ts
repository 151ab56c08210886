import { pino } from 'pino'

/** JSON lines on stdout. Bodies, headers and query strings are never logged, so no password, token or mail text is. */
export const createLogger = (level: string) =>
  pino({
    level,
    redact: {
      // At level trace the parser of forms tells all headers.
      paths: ['password', '*.password', 'token', '*.token', 'busboyOptions.headers'],
      censor: '[hidden]',
    },
    serializers: { err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack }) },
  })
