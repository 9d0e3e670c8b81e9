import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { kinds as allKinds } from '../../../../src/portfolio/kinds.ts'
import { makeProduct, makeToken, root } from '../../../support/makers.ts'
import { tableContents } from '../../../support/table-contents.ts'
import { makeWorld, type World } from '../../../support/world.ts'
import { kinds } from '../../../support/writes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
})

/** What a proposal may write: itself, its history, and when its token was used. */
const own = ['proposals', 'history', 'tokens', 'request_']

async function rowsOfRecords() {
  const contents = await tableContents(world.url)
  return Object.fromEntries(
    Object.entries(contents).filter(([name]) => !own.some((one) => name.startsWith(one))),
  )
}

describe('the gate', () => {
  it('holds every write of a token that proposes', async () => {
    const records = []
    for (const { key, make, changes, ...kind } of kinds)
      records.push({ ...kind, changes, key, record: await make(world) })
    const { headers } = await makeToken(world, ['read', 'propose'])
    const before = await rowsOfRecords()
    for (const { key, path, body, changes, record } of records) {
      const requests = [
        ['POST', path, body],
        ...(changes
          ? [['PATCH', `${path}/${record.id}`, { ['title' in record ? 'title' : 'name']: 'Changed' }]]
          : []),
        ...(['insight', 'economics'].includes(key)
          ? [['POST', `${path}/${record.id}/retract`, { reason: 'Mistaken' }]]
          : []),
        ['POST', `${root}/batch`, { operations: [{ operation: operationOf(key), body }] }],
      ] as [string, string, object][]
      for (const [method, address, sent] of requests) {
        const { status } = await world.send(method, address, sent, headers)
        expect([method, address, status]).toEqual([method, address, 202])
      }
    }
    expect(await rowsOfRecords()).toEqual(before)
  })

  it('is passed by every save of the portfolio, because its code imports no other save', () => {
    const folders = Object.keys(allKinds).map((kind) => kind.replaceAll('_', '-'))
    const files = globSync(`src/portfolio/{${folders.join()},report,retraction}/*.ts`)
    expect(files.length).toBeGreaterThan(30)
    // `direction map` is a command without a caller; applications are records of operations.
    const beside = files.filter(
      (file) =>
        !/(direction\/map|app\/applications)\.ts$/.test(file) &&
        /import \{[^}]*\b(?:create|createAll|createAndRead|change)\b[^}]*\} from '[^']*journal\/save\.ts'/.test(
          readFileSync(file, 'utf8'),
        ),
    )
    expect(beside).toEqual([])
  })
})

function operationOf(key: string): string {
  const verbs: Record<string, string> = {
    product: 'create_product',
    app: 'create_app',
    task: 'create_task',
    rule: 'create_canon_rule',
  }
  return verbs[key] ?? `record_${key}`
}
