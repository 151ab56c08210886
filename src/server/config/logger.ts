import { pino } from 'pino'

/**
 * Logs JSON lines to stdout. Bodies, headers and query strings are never logged, so neither are passwords,
 * tokens or mails.
 */
export const createLogger = (level: string) =>
  pino({
    level,
    redact: {
      // The form parser logs all headers at level trace.
      paths: ['password', '*.password', 'token', '*.token', 'busboyOptions.headers'],
      censor: '[hidden]',
    },
    serializers: { err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack }) },
  })
