/** Parks news while the tab is hidden, and hands it on when the tab is seen; at once while it is in sight. */
export function parkHidden<T>(hand: (news: readonly T[]) => void) {
  let parked: T[] = []
  const seen = () => {
    if (document.hidden || parked.length === 0) return
    const news = parked
    parked = []
    hand(news)
  }
  document.addEventListener('visibilitychange', seen)
  return {
    take: (news: T) => {
      parked.push(news)
      seen()
    },
    stop: () => document.removeEventListener('visibilitychange', seen),
  }
}
