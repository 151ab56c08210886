import { z } from 'zod'

/** The path that assistants call, by the Model Context Protocol. */
export const MCP_PATH = 'mcp'

const id = z.union([z.string(), z.int()])
/** A message of JSON-RPC. */
export const mcpMessage = z.object({
  jsonrpc: z.literal('2.0'),
  id: id.optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
})
/** The answer to a message of JSON-RPC. */
export const mcpAnswer = z.object({
  jsonrpc: z.literal('2.0'),
  id: id.nullish(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.record(z.string(), z.unknown()).optional(),
})
