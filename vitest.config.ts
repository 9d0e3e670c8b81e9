import { defineConfig } from 'vitest/config'

const embedded = ['test/src/database/embedded.test.ts', 'test/src/database/embedded/**/*.test.ts']
const timing = ['test/**/*.timing.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['test/support/cluster.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'tests', include: ['test/**/*.test.ts'], exclude: [...embedded, ...timing] },
      },
      { extends: true, test: { name: 'embedded', include: embedded } },
      // Tests of limits in seconds run alone, after all others.
      {
        extends: true,
        test: { name: 'timing', include: timing, retry: 2, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
