import type { RateChangeInput } from '#contract/rates/rate-sets.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { createStore } from '#web/lib/browser/store.ts'

/** A cell whose text is not saved yet. */
export interface Edit {
  /** The cell in words, for its message. */
  name: string
  text: string
  change: RateChangeInput
  /** Why it is not saved: no figure, or what the server said. */
  error: string | null
}

interface Saving {
  unsaved: ReadonlyMap<string, Edit>
  busy: boolean
  /** The failure of the last call, which belongs to no cell. */
  failure: unknown
}

/** Milliseconds after the last edit at which the edits are sent together. */
const PAUSE_MS = 400
const MOST = 1000
const AT_CHANGE = /^changes\.(\d+)\./

/**
 * Edits of a set on their way to the server: sent after a pause, together, one call at a time. What is refused
 * stays with the reason; what could not be sent stays until it is sent again.
 */
export class RateEdits {
  readonly state = createStore<Saving>({ unsaved: new Map(), busy: false, failure: null })
  private readonly save: (changes: readonly RateChangeInput[]) => Promise<void>
  private timer: number | undefined

  constructor(save: (changes: readonly RateChangeInput[]) => Promise<void>) {
    this.save = save
  }

  get unsaved() {
    return this.state.get().unsaved
  }

  /** Takes edits of cells by their keys; null for a cell that is as saved again. */
  enter(edits: readonly (readonly [string, Edit | null])[]): void {
    const unsaved = new Map(this.unsaved)
    for (const [key, edit] of edits) {
      if (edit) unsaved.set(key, edit)
      else unsaved.delete(key)
    }
    this.set({ unsaved })
    window.clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.send(), PAUSE_MS)
  }

  /** Sends what can be sent, now. */
  async send(): Promise<void> {
    window.clearTimeout(this.timer)
    if (this.state.get().busy) return
    let failure: unknown = null
    this.set({ busy: true, failure })
    for (let ready = this.ready(); ready.length > 0 && !failure; ready = this.ready())
      failure = await this.sendAll(ready)
    this.set({ busy: false, failure })
  }

  private ready() {
    return [...this.unsaved].filter(([, { error }]) => error === null).slice(0, MOST)
  }

  /** Sends edits; returns a failure that belongs to none of them. */
  private async sendAll(sent: readonly (readonly [string, Edit])[]): Promise<unknown> {
    try {
      await this.save(sent.map(([, { change }]) => change))
      this.replace(sent, () => null)
      return null
    } catch (error) {
      const refused = new Map(
        Object.entries(error instanceof ApiError ? error.fields : {}).flatMap(([field, message]) => {
          const [, index] = AT_CHANGE.exec(field) ?? []
          return index === undefined ? [] : [[sent[Number(index)]?.[0] ?? '', message]]
        }),
      )
      if (refused.size === 0) return error
      this.replace(sent, (key, edit) => ({ ...edit, error: refused.get(key) ?? null }))
      return null
    }
  }

  /** Replaces edits that are still as they were sent. */
  private replace(sent: readonly (readonly [string, Edit])[], by: (key: string, edit: Edit) => Edit | null): void {
    const unsaved = new Map(this.unsaved)
    for (const [key, edit] of sent) {
      if (unsaved.get(key) !== edit) continue
      const next = by(key, edit)
      if (next) unsaved.set(key, next)
      else unsaved.delete(key)
    }
    this.set({ unsaved })
  }

  private set(change: Partial<Saving>): void {
    this.state.set({ ...this.state.get(), ...change })
  }
}
