import { openBox } from '#web/lib/browser/box.ts'

/** What the box begins with when it is to make an order: the client's name follows. */
export const NEW_ORDER_FOR = 'New order for '

/** Asks for the client of a new order, in the box. */
export const askForNewOrder = () => openBox(NEW_ORDER_FOR)
