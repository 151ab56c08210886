import { z } from 'zod'

/** What the API's document calls the format of a secret: programs hide such a field. */
export const SECRET_FORMAT = 'password'

/** A text of a reply that opens something, sent once: nobody keeps a reply that has one. */
export const secretText = () => z.string().meta({ format: SECRET_FORMAT })
