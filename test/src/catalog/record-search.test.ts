import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../../src/access/person.ts'
import { recordCatalog } from '../../../src/catalog/record-catalog.ts'
import { RecordSearchQuery, searchRecords } from '../../../src/catalog/record-search.ts'
import { readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import { searchedTypes } from '../../../src/portfolio/search/query.ts'
import { Fault } from '../../../src/record/fault.ts'
import { validate } from '../../../src/record/validation/validate.ts'
import { makeOfEveryType } from '../../support/every-type.ts'
import { makeProduct, sql } from '../../support/makers.ts'
import { makeCompany, makeContact } from '../../support/operations.ts'
import { makePerson, type TestUser } from '../../support/people.ts'
import { statementsOf } from '../../support/statements.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let admin: TestUser
const day = '2026-11-20'
const platforms: Record<string, string> = { app: 'iOS', application: 'ios' }
// The id of a record of each type whose title is "The Zebra".
const ids: Record<string, number> = {}
beforeAll(async () => {
  world = await makeWorld()
  admin = await makePerson(world)
  Object.assign(ids, await makeOfEveryType(world, admin, 'The Zebra'))
})

const search = async (q: string, role: Role = 'admin', { id } = admin) =>
  (await searchRecords(world.database.read, validate(RecordSearchQuery, { q }), { id, role })).found
const ofKind = async (kind: string, q: string) =>
  (await search(q)).find((found) => found.kind === kind)?.records.map(({ title }) => title) ?? []

describe('the search over all records', () => {
  it('finds an incomplete word of every kind, by four statements', async () => {
    const statements = await statementsOf(async () => {
      const expected = [...recordCatalog].flatMap(([record_type, { day: column, search: columns }]) =>
        record_type === 'token' || columns.length === 0
          ? []
          : {
              kind: record_type,
              records: [
                {
                  id: ids[record_type],
                  title: 'The Zebra',
                  platform: platforms[record_type] ?? null,
                  day: column && day,
                  snippet: searchedTypes.includes(record_type)
                    ? expect.stringMatching(/\*\*zebra\*\*/i)
                    : null,
                },
              ],
            },
      )
      expect(await search(' zEBr ')).toMatchObject(expected)
    })
    expect(statements).toHaveLength(4)
  })

  it('finds users only for admins', async () => {
    const kinds = (await search('zebra', 'manager')).map(({ kind }) => kind)
    expect([kinds.length, kinds.includes('user')]).toEqual([23, false])
  })

  it('returns at most five of each kind: those that begin with the text first, then the newest', async () => {
    for (const name of ['Lion 1', 'Lion 2', 'A lion 3', 'A lion 4', 'A lion 5', 'A lion 6'])
      await makeContact(admin, { name })
    expect(await ofKind('contact', 'lion')).toEqual(['Lion 2', 'Lion 1', 'A lion 6', 'A lion 5', 'A lion 4'])
  })

  it('finds slugs and emails, in any script, and takes wildcards literally', async () => {
    await makeProduct(world, { name: 'Сканер QR' })
    await makeContact(admin, { name: 'Olga', email: 'olga@lynx.example', phone: '1' })
    await makeContact(admin, { name: '100%_safe\\' })
    expect(await ofKind('product', 'сканер')).toEqual(['Сканер QR'])
    expect(await ofKind('product', 'skaner-q')).toEqual(['Сканер QR'])
    expect(await ofKind('contact', 'LYNX.')).toEqual(['Olga'])
    expect(await ofKind('contact', '%_')).toEqual(['100%_safe\\'])
    expect(await ofKind('contact', 'afe\\')).toEqual(['100%_safe\\'])
    expect(await search('__')).toEqual([])
  })

  it('shows agent tokens and LLM keys only to admins, and to others only their own API tokens', async () => {
    const [manager, other] = [await makePerson(world, 'manager'), await makePerson(world, 'manager')]
    for (const prefix of ['pft', 'llm', 'cal'])
      await sql(
        world,
        `insert into tokens (prefix, name, digest, display, abilities, created_by)
          values ($1, 'tapir', $1, '', '[]', '{"type": "system", "id": null, "name": "system"}')`,
        prefix,
      )
    await sql(world, `update tokens set name = 'tapir' where id in (${other.token_id}, ${manager.token_id})`)
    const found = async (...by: [Role, TestUser]) =>
      (await search('TAPIR', ...by)).map(({ kind, records }) => [kind, records.length])
    expect(await found('admin', admin)).toEqual([
      ['ops', 2],
      ['pft', 1],
      ['llm', 1],
    ])
    expect(await found('manager', manager)).toEqual([['ops', 1]])
  })

  it('finds no deleted record', async () => {
    const { id } = await makeCompany(admin, { name: 'Ocelot' })
    expect(await ofKind('company', 'ocelot')).toEqual(['Ocelot'])
    await admin.send('DELETE', `/companies/${id}`)
    expect(await search('ocelot')).toEqual([])
  })

  it('requires a text', () => {
    expect(() => validate(RecordSearchQuery, { q: ' ' })).toThrow(Fault)
  })
})

describe('the titles of records', () => {
  it('are read for every type of record by one statement', async () => {
    const refs = Object.entries(ids).map(([record_type, record_id]) => ({ record_type, record_id }))
    const token = { record_type: 'token', record_id: admin.token_id }
    const titleOf = ({ record_type }: { record_type: string }) =>
      record_type === 'store_truth' ? day : 'The Zebra'
    const statements = await statementsOf(async () => {
      const titles = await readTitles(world.database.read, [...refs, ...refs, token])
      expect(Object.fromEntries(titles)).toMatchObject({
        ...Object.fromEntries(refs.map((ref) => [recordKey(ref), { title: titleOf(ref), deleted: false }])),
        [recordKey(token)]: { title: 'test', deleted: false },
      })
    })
    expect(statements).toHaveLength(1)
  })

  it('say whether a record is deleted; without a row there is none', async () => {
    const { id } = await makeCompany(admin, { name: 'Gone' })
    await admin.send('DELETE', `/companies/${id}`)
    const refs = [
      { record_type: 'company', record_id: id },
      { record_type: 'product', record_id: 987_654 },
      { record_type: 'unknown', record_id: 1 },
    ]
    const titles = await readTitles(world.database.read, refs)
    expect([...titles]).toMatchObject([[`company:${id}`, { title: 'Gone', deleted: true }]])
    expect(await statementsOf(() => readTitles(world.database.read, []))).toEqual([])
  })
})
