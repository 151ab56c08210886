import { parseFrom } from './mail-from.ts'

/** A Message-ID of ours: its first part is random, and all that is compared. */
const OURS = /^<?([0-9a-f]{32})@[^\s@<>]+>?$/

/** The random part of a Message-ID that may be ours; null for any other. */
export const ownPartOf = (messageId: string): string | null => OURS.exec(messageId)?.[1] ?? null

/** The random parts of those of these Message-IDs that may be ours. */
export const ownPartsOf = (messageIds: readonly string[]): string[] => messageIds.flatMap((id) => ownPartOf(id) ?? [])

/** The whole Message-ID of a mail of ours, by its random part, as mails have it. */
export const wholeMessageId = (part: string, { mailFrom }: { mailFrom: string }): string => {
  const { address } = parseFrom(mailFrom)
  return `<${part}@${address.slice(address.lastIndexOf('@') + 1)}>`
}
