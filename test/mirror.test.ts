import { existsSync, globSync } from 'node:fs'
import { sep } from 'node:path'
import { describe, expect, it } from 'vitest'

// Those of the pages and scripts of http/admin in a browser have no source of their own.
const browserTests = /^test\/http\/admin\/browser\./

// Other test files without a source, and why they have none.
const exceptions = new Map([
  ['test/mcp/evals/evals.test.ts', 'tests mcp by the tasks of an agent'],
  ['test/mirror.test.ts', 'tests the paths of the test files'],
  ['test/regular-expressions.test.ts', 'tests every regular expression in the source'],
  ['test/walls.test.ts', 'tests the import rules of biome.jsonc'],
])

const tests = globSync('test/**/*.test.ts').map((path) => path.replaceAll(sep, '/'))

describe('the path of a test file', () => {
  it.each(tests.filter((test) => !exceptions.has(test) && !browserTests.test(test)))(
    'mirrors the path of its source: %s',
    (test) => {
      expect(sourceOf(test)).toBeDefined()
    },
  )

  it.each([...exceptions.keys()])('is listed as an exception only if it has no source: %s', (test) => {
    expect(tests).toContain(test)
    expect(sourceOf(test)).toBeUndefined()
  })
})

/**
 * Returns the file or folder that a test file tests. For `test/http/write.test.ts` and for a test of one aspect, such
 * as `test/http/routes/write.dry-run.test.ts`, it is `http/routes/write.ts`. The routes of a kind of record are
 * derived from its folder in `src`.
 */
function sourceOf(test: string): string | undefined {
  const path = test.replace(/^test\//, '').replace(/(\.[\w-]+)*\.test\.ts$/, '')
  return ['', '.ts', '.js', '.md', '.jsonc', '.yaml']
    .flatMap((extension) => [
      path + extension,
      `src/${path.replace(/^http\/(?=(portfolio|operations|assistant)\/)/, '')}${extension}`,
    ])
    .find((file) => existsSync(file))
}
