import type { z } from 'zod'
import type { MCP_TOOLS, ToolName } from '#contract/integrations/mcp/tools.ts'
import type { Db } from '#server/db/client.ts'
import type { Actor } from '#server/http/app-types.ts'
import type { Services } from '#server/services.ts'

/** The caller on whose behalf a tool works. */
export interface Caller {
  services: Services
  /** Runs work that only reads, on a replica where possible. */
  read: <T>(work: (from: Db) => Promise<T>) => Promise<T>
  actor: Actor
  userId: number
  username: string
  apiKeyId: number
  scopes: readonly string[]
}

/** The work of a tool: its schema has checked the input, and will check the output. */
export type Does<Name extends ToolName> = (
  input: z.output<(typeof MCP_TOOLS)[Name]['input']>,
  caller: Caller,
) => Promise<z.input<(typeof MCP_TOOLS)[Name]['output']>>

/** The page of an order, a sailing or the queue in the back office. */
export const pageOf = ({ services }: Caller, path: string) => `${services.appUrl()}/${path}`
