/**
 * Shares a read for some milliseconds, however many ask; a failure is not kept. For figures that take long to
 * count.
 */
export function remembered<From, Value>(
  ms: number,
  read: (from: From) => Promise<Value>,
): (from: From) => Promise<Value> {
  let kept: { value: Promise<Value>; until: number } | null = null
  return (from) => {
    if (kept && performance.now() < kept.until) return kept.value
    const value = read(from)
    const mine = { value, until: performance.now() + ms }
    kept = mine
    value.catch(() => {
      if (kept === mine) kept = null
    })
    return value
  }
}
