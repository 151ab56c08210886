import { z } from 'zod'

/** The format of a secret in the API's document: programs hide such a field. */
export const SECRET_FORMAT = 'password'

/** A secret in a reply, sent once: a reply that has one is never kept. */
export const secretText = () => z.string().meta({ format: SECRET_FORMAT })
