import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

it('gives a reason for every dependency, and for nothing else', () => {
  const page = readFileSync(new URL('../../docs/dependencies.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (`.*) \|/gm)].map(([row]) => row.split(' | ')[0] ?? '')
  const names = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]))
  const { dependencies, devDependencies } = manifest
  expect(names.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted())
})
