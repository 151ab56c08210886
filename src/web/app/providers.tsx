import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '#web/lib/api/query-client.ts'
import { colorSchemeManager, cssVariables, theme } from '#web/ui/page/theme.ts'

/** The nonce that lets style elements through the page's policy. */
const styleNonce = () => document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}
