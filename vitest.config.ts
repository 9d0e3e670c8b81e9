import { defineConfig } from 'vitest/config'

const embedded = ['test/src/database/embedded.test.ts', 'test/src/database/embedded/**/*.test.ts']
const clock = ['test/clock/*.test.ts']

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
        test: { name: 'tests', include: ['test/**/*.test.ts'], exclude: [...embedded, ...clock] },
      },
      { extends: true, test: { name: 'embedded', include: embedded } },
      // What is promised in seconds is judged alone, once all others are done.
      { extends: true, test: { name: 'clock', include: clock, retry: 2, sequence: { groupOrder: 1 } } },
    ],
  },
})
