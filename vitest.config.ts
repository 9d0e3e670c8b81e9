import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// For the workers and the commands that they start. A command that enables its own cache does so after it has loaded
// the code that strips types, which takes a tenth of its start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

// Tests in a browser. What they test does not depend on the PostgreSQL server, so one server is enough.
const browser = ['test/http/admin/browser.*.test.ts', 'test/http/openapi/docs.test.ts']
// Tests of commands and servers that are separate processes.
const cli = ['test/cli/**/*.test.ts', 'test/http/portfolio/{decision,proposal}.killed.test.ts']
const embedded = ['test/src/database/embedded/join.test.ts', 'test/src/database/embedded/**/*.test.ts']
const isolated = ['test/**/*.isolated.test.ts']
// Tests whose subject does not depend on the PostgreSQL server: programs, files, rights, messages, pages, parsing of
// requests and the MCP protocol. One server is enough. That another accepts every read is tested by queries.test.ts.
const once = [
  'test/AGENTS.test.ts',
  'test/README.test.ts',
  'test/agent-configs{,.hosts,.server,.skills}.test.ts',
  'test/cli/{api-key,demo,direction,main,ops-token,scheduled-backup,serve,token,user}.test.ts',
  'test/cli/doctor.{provider,sign-in}.test.ts',
  'test/cli/serve.{notifications,npm-start}.test.ts',
  'test/compose.test.ts',
  'test/docs/*.test.ts',
  'test/docs.test.ts',
  'test/http/admin/**/*.test.ts',
  'test/http/answers/*.test.ts',
  'test/http/app.amplification.test.ts',
  'test/http/assistant/bot.*test.ts',
  'test/http/*/index.fuzz.test.ts',
  'test/http/{identity,oauth}/**/*.test.ts',
  'test/http/mcp{,.revoked}.test.ts',
  'test/http/observability/*.test.ts',
  'test/http/openapi/*.test.ts',
  'test/http/protection/*.test.ts',
  'test/http/request/*.test.ts',
  'test/http/server/*.test.ts',
  'test/mcp/**/*.test.ts',
  'test/mirror.test.ts',
  'test/regular-expressions.test.ts',
  'test/scripts/*.test.ts',
  'test/src/config/*.test.ts',
  'test/src/database/embedded/cache-folder.test.ts',
  'test/src/database/open.servers.test.ts',
  'test/src/record/rules/*.test.ts',
  'test/walls.test.ts',
]
const timing = ['test/**/*.timing.test.ts']
const waiting = ['test/**/*.waiting.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['test/support/cluster.ts'],
    setupFiles: ['test/support/setup.ts'],
    pool: 'forks',
    // One more than the processors of a small machine: many tests wait for other processes. Not on another PostgreSQL
    // server: the tests of three workers can exceed its 100 connections, the default.
    maxWorkers: process.env.TEST_DATABASE_URL ? 2 : 3,
    // The test files of a worker share the modules that they import. Loading them again for each file took half of the
    // time of the tests.
    isolate: false,
    // Only for tests that hang: on a busy machine a test may take several times as long as usual.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A machine of CI that is shared with others sometimes stops for seconds. The report names each repeated test.
    retry: process.env.CI ? 1 : 0,
    // The default of a second is too short while other tests use both processors.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['test/**/*.test.ts'],
          exclude: [...browser, ...cli, ...embedded, ...isolated, ...once, ...timing, ...waiting],
        },
      },
      {
        extends: true,
        test: { name: 'browser', include: browser, globalSetup: ['test/support/browser-server.ts'] },
      },
      { extends: true, test: { name: 'cli', include: cli, exclude: [...once, ...timing, ...waiting] } },
      {
        extends: true,
        test: { name: 'once', include: once, exclude: [...browser, ...isolated, ...timing, ...waiting] },
      },
      // Tests that replace a module or fill its state, so they cannot share it with others.
      { extends: true, test: { name: 'isolated', include: isolated, isolate: true } },
      { extends: true, test: { name: 'embedded', include: embedded } },
      // Tests of limits in seconds that spend most of their time waiting run at the same time, after all others.
      {
        extends: true,
        test: {
          name: 'waiting',
          include: waiting,
          isolate: true,
          retry: 2,
          sequence: { groupOrder: 1 },
        },
      },
      // Tests of limits in seconds run alone, at the end.
      {
        extends: true,
        test: {
          name: 'timing',
          include: timing,
          isolate: true,
          retry: 2,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
