/** News from outside React, for the listeners of the moment. */
export interface Topic<T> {
  tell: (news: T) => void
  /** Begins to listen; returns a function that stops. */
  listen: (listener: (news: T) => void) => () => void
}

/** Makes a topic without listeners. */
export function createTopic<T>(): Topic<T> {
  const listeners = new Set<(news: T) => void>()
  return {
    tell: (news) => {
      for (const listener of [...listeners]) listener(news)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
