import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'

const long = process.env.LONG_TESTS === '1'
const exclude = [...configDefaults.exclude, ...(long ? [] : ['**/*.long.test.ts'])]

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'src/contract/**/*.test.ts',
            'src/server/{pricing,templates}/*.test.ts',
            'src/server/mail/order-variables.test.ts',
            'demo/texts.test.ts',
            'demo/lib/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/server/**/*.test.ts', 'tests/**/*.test.ts', 'demo/*.test.ts'],
          exclude: [
            ...exclude,
            'src/server/{pricing,templates}/*.test.ts',
            'src/server/mail/order-variables.test.ts',
            'demo/texts.test.ts',
          ],
          globalSetup: 'src/server/test/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['src/web/**/*.test.ts', 'src/web/**/*.test.tsx'],
          exclude,
        },
      },
    ],
  },
})
