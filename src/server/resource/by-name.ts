import { comparedForm } from '#contract/lib/text.ts'

/** A record that a cell names, by its name or its id. */
export interface Named {
  id: number
  name: string
}

const exactForm = (text: string) => text.normalize('NFC').toLowerCase()

/** A name with the id of its record, for records that share a name: 'Chicago (ID 12)'. */
const WITH_ID = /^(.*) \(id (\d+)\)$/

/** Records by the names that people write; several may have one name. */
export class ByName<R extends Named> {
  readonly #byName = new Map<string, R[]>()
  readonly #byId = new Map<string, R>()
  readonly #namesOf: (record: R) => readonly string[]

  readonly #codeOf: (text: string) => string | null

  /** `codeOf` is the code that a text means, as records have it; null for a text that is none. */
  constructor(
    records: readonly R[],
    others: (record: R) => readonly string[] = () => [],
    codeOf: (text: string) => string | null = () => null,
  ) {
    this.#codeOf = codeOf
    this.#namesOf = (record) => [record.name, ...others(record)]
    for (const record of records) {
      this.#byId.set(String(record.id), record)
      for (const name of new Set(this.#namesOf(record).map(comparedForm)))
        if (name !== '') this.#byName.set(name, [...(this.#byName.get(name) ?? []), record])
    }
  }

  /** The name by which a file finds this record again: 'Chicago (ID 12)' if others share its name. */
  label({ id, name }: Named): string {
    const [first, second] = this.named(name)
    return first?.id === id && !second ? name : `${name} (ID ${id})`
  }

  /** The record of a name that says its id. */
  #labelled(text: string): R | undefined {
    const [, name = '', id = ''] = WITH_ID.exec(comparedForm(text)) ?? []
    const record = this.#byId.get(id)
    return record && comparedForm(record.name) === name ? record : undefined
  }

  /**
   * The records with this name or label; case, spaces and the form of characters do not count. Records with exactly
   * this name come alone, if there are any.
   */
  named(text: string): readonly R[] {
    const labelled = this.#labelled(text)
    if (labelled) return [labelled]
    const found = this.#byName.get(comparedForm(text)) ?? []
    if (found.length < 2) return found
    const wanted = exactForm(text)
    const exact = found.filter((record) => this.#namesOf(record).some((name) => exactForm(name) === wanted))
    return exact.length > 0 ? exact : found
  }

  /**
   * Finds the records with this name, or with a code that is this one in another spelling; if there are none, the
   * one with this id.
   */
  find(text: string): readonly R[] {
    const written = this.named(text)
    const code = written.length > 0 ? null : this.#codeOf(text)
    const found = code === null ? written : this.named(code)
    const numbered = found.length > 0 ? undefined : this.#byId.get(comparedForm(text))
    return numbered ? [numbered] : found
  }

  /** The record with this id. */
  withId(id: number): R | undefined {
    return this.#byId.get(String(id))
  }
}
