import { MAX_QUERY } from '#contract/search/search.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { groupsInWords } from './box-rows.ts'
import { firstCodes } from './code-rows.ts'
import type { commandIn } from './record-commands.ts'
import type { useFound } from './use-found.ts'

type Found = ReturnType<typeof useFound>

/** True if nothing of the text can be searched. */
const isTooLong = ({ searched, count }: Found) => searched === '' && count === 0

interface StatusOf {
  text: string
  /** The client named in 'new order for …'; null for any other text. */
  client: string | null
  /** The command whose record is being chosen; null for any other text. */
  command: ReturnType<typeof commandIn>
  found: Found
  /** The number of rows. */
  count: number
  /** The record that was chosen and is gone. */
  gone: string
}

const HINTS = {
  order: 'Type the code, PO, container or client of the order.',
  sailing: 'Type the reference, vessel or container of the sailing.',
}

/** The line below the results. */
export function statusOf({ text, client, command, found, count, gone }: StatusOf): string {
  const { codes, pending, error } = found
  if (text.trim() === '') return gone && `${gone} is gone: somebody deleted it.`
  if (client === '') return 'Type the name, company, email or phone of the client.'
  if (command?.name === '') return HINTS[command.command.kind]
  if (pending) return 'Searching …'
  if (error) return messageOf(error)
  if (isTooLong(found))
    return `This text is too long to search: it has more than ${MAX_QUERY} characters and no code in it.`
  if (client !== null) return found.reply?.groups.clients.items.length ? '' : `No client found for “${client}”`
  if (command && count === 0) return `No ${command.command.kind} found for “${command.name}”`
  const first = firstCodes(found.count)
  if (codes?.found.length === 0 && count === 0)
    return `None of ${first ? `the ${first}` : `these ${codes.unknown.length} codes`} is known.`
  return [resultsOf(text.trim(), found, count), lateOf(found), first && `Only the ${first} were looked up`]
    .filter(Boolean)
    .join('. ')
}

function resultsOf(text: string, { searched, reply }: Found, count: number): string {
  const near = reply?.near.length ?? 0
  // A page or an action that fits is no nothing.
  if (near > 0) return `${count > near ? 'No record' : 'Nothing'} found for “${searched || text}”. The nearest is shown`
  if (count === 0) return `Nothing found for “${searched || text}”`
  const results = count === 1 ? '1 result' : `${count} results`
  return searched === '' || searched === text ? results : `${results} for “${searched}”`
}

const lateOf = ({ reply }: Found) =>
  reply?.partial.length ? `Some ${groupsInWords(reply.partial)} are missing: they took too long` : ''
