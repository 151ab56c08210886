import { pino } from 'pino'

/** Logs JSON lines to stdout. Bodies, headers and query strings are never logged, so neither are passwords, tokens or mails. */
export const createLogger = (level: string) =>
  pino({
    level,
    redact: {
      // At level trace the form parser logs all headers.
      paths: ['password', '*.password', 'token', '*.token', 'busboyOptions.headers'],
      censor: '[hidden]',
    },
    serializers: { err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack }) },
  })
