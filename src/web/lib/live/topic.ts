/** Something that happens outside React: whoever listens when it does is told. */
export interface Topic<T> {
  tell: (news: T) => void
  /** Returns how to stop listening. */
  listen: (listener: (news: T) => void) => () => void
}

/** Makes a topic. */
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
