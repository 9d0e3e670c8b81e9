import { expect, it } from 'vitest'
import { noteStatementLimits } from '../support/statement-limits.ts'
import { ownDatabase, run, serve } from './cli.ts'
import { runHere } from './here.ts'

it('shows with --dry-run what would move, moves it, and does nothing the second time', async () => {
  const DATABASE_URL = await ownDatabase()
  const server = await serve({ DATABASE_URL })
  const created = await run({ DATABASE_URL }, 'token', 'create', '--agent', 'writer', '--json')
  const headers = { 'x-portfolio-token': JSON.parse(created.out).secret, 'content-type': 'application/json' }
  const body = JSON.stringify({ direction_slug: 'utilities', name: 'Torch' })
  await fetch(`${server.url}/api/portfolio/products`, { method: 'POST', headers, body })

  const map = (...args: string[]) => run({ DATABASE_URL }, 'direction', 'map', ...args)
  const mapHere = (...args: string[]) => runHere({ DATABASE_URL }, 'direction', 'map', ...args)
  const dry = await map('utilities', 'fitness', '--dry-run')
  expect(dry).toMatchObject({ code: 0, err: '' })
  expect(dry.out).toMatch(/^Dry run\. Nothing was changed\./)
  expect(dry.out).toMatch(/records moved from utilities to fitness: products 1$/m)
  const mapping = { old: 'utilities', current: 'fitness', removed: true, moved: { products: 1, apps: 0 } }
  expect((await mapHere('utilities', 'fitness', '--dry-run', '--json')).json()).toMatchObject({
    ...mapping,
    dry_run: true,
  })
  const limits = await noteStatementLimits(DATABASE_URL, 'products')
  expect((await map('utilities', 'fitness', '--json')).json()).toMatchObject({ ...mapping, dry_run: false })
  // The limit of long work, not that of a request.
  expect(await limits()).toEqual(['1min'])
  const again = await mapHere('utilities', 'fitness')
  expect(again.code).toBe(0)
  expect(again.out).toMatch(/records moved from utilities to fitness: none$/m)
  const turned = await mapHere('utilities', 'documents-qr', '--dry-run')
  expect(turned.out).toMatch(/alias removed from fitness: utilities$/m)
})

it('explains an impossible mapping in one line, and exits 1 or 2', async () => {
  const DATABASE_URL = await ownDatabase()
  const unknown = await run({ DATABASE_URL }, 'direction', 'map', 'documents', 'nowhere')
  expect([unknown.code, unknown.out]).toEqual([1, ''])
  expect(unknown.err).toMatch(
    /^"nowhere" is not a stored direction\. Stored directions: utilities, documents-qr, [^\n]*\.\n$/,
  )
  const same = await runHere({ DATABASE_URL }, 'direction', 'map', 'nope', 'nope')
  expect([same.code, same.out]).toEqual([1, ''])
  expect(same.err).toMatch(/^"nope" is not a stored direction\. [^\n]*\n$/)
  for (const old of ['123', 'Bad Slug', 'a\nb', 'a\u0001b', ' ']) {
    const rejected = await runHere({ DATABASE_URL }, 'direction', 'map', old, 'fitness')
    expect([old, rejected.code, rejected.out]).toEqual([old, 2, ''])
    expect(rejected.err).toMatch(/^[^\n]*A slug must have 1 to 255 characters: [^\n]*\.\n$/)
  }
})
