interface Changes<Row> {
  items: Row[]
  deleted: number[]
  nextCursor: string | null
  resumeCursor: string
}

/** Brings a copy of a list up to date. Returns the cursor to begin with the next time; the first time there is none. */
export async function bringUpToDate<Row extends { id: number }>(
  list: string,
  key: string,
  copy: Map<number, Row>,
  kept: string | null,
): Promise<string> {
  let cursor = kept
  for (;;) {
    const from = cursor === null ? 'changed_since=2000-01-01' : `cursor=${cursor}`
    const reply = await fetch(`${list}?${from}&per_page=1000`, { headers: { authorization: `Bearer ${key}` } })
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
    const { data } = (await reply.json()) as { data: Changes<Row> } // as the API's description says
    for (const row of data.items) copy.set(row.id, row)
    for (const id of data.deleted) copy.delete(id)
    if (data.nextCursor === null) return data.resumeCursor
    cursor = data.nextCursor
  }
}
