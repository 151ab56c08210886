import packageFile from '#package' with { type: 'json' }
import type { Config } from '#server/config/config.ts'
import { matcherOf } from '#server/http/security/limit-connections.ts'

/**
 * Sends traces where OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise none of it is loaded. Returns the function
 * that ends it.
 */
export async function openTracing({ traces, trustedProxies }: Config): Promise<(() => Promise<void>) | null> {
  if (!traces) return null
  const { startTracing } = await import('#server/traces/start.ts')
  const isOurs = matcherOf(trustedProxies)
  return startTracing({
    ...traces,
    version: packageFile.version,
    trusted: ({ socket }) => isOurs(socket.remoteAddress ?? ''),
  })
}
