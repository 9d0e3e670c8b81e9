import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../src/access/actor.ts'
import { transact } from '../../../../src/database/transaction.ts'
import {
  deleteExpiredImports,
  maxImportBytes,
  previewImport,
  progressWriter,
  readStagedImport,
  runImport,
  stageImport,
} from '../../../../src/portfolio/import/stage.ts'
import { makeApp, sql } from '../../../support/makers.ts'
import { faultOf } from '../../../support/market.ts'
import { operator } from '../../../support/people.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
let slug: string
beforeAll(async () => {
  world = await makeWorld()
  slug = (await makeApp(world)).slug
})

const actorOf = (id: number): Actor => ({
  ...operator,
  by: { type: 'user', id, name: 'Anna' },
  surface: 'admin',
})
const anna = actorOf(1)
const write = <T>(callback: Parameters<typeof transact<T>>[1]) => transact(world.database.orm, callback)
const contentOf = (lines: number) =>
  Buffer.from(
    `app_slug,keyword,country,position,date\n${Array.from({ length: lines }, (_, n) => `${slug},qr ${n},DE,7,2026-01-01`).join('\n')}`,
  )
const stage = (content: Buffer) =>
  write((em) => stageImport(em, anna, { kind: 'keyword-positions', file_name: 'a\0/b.csv ', content }))
const expire = (id: number) =>
  sql(world, `update staged_imports set created_at = now() - interval '61 minutes' where id = $1`, id)
const read = (id: number, actor = anna) => readStagedImport(world.database.read, actor, id)
const run = (id: number) => write((em) => runImport(em, anna, id))

describe('an uploaded file', () => {
  it('is previewed, then imported once, and its content is deleted', async () => {
    const content = contentOf(3000)
    const staged = await stage(content)
    expect(staged).toMatchObject({
      kind: 'keyword-positions',
      file_name: 'a/b.csv',
      size: content.length,
      processed: 0,
      result: null,
      created_by: anna.by,
    })
    expect(await read(staged.id)).toEqual(staged)
    const preview = await write((em) => previewImport(em, anna, staged.id))
    expect(preview).toMatchObject({ lines: 3000, created: 3000 })
    expect(await run(staged.id)).toEqual(preview)
    expect(await run(staged.id)).toEqual(preview)
    expect(await read(staged.id)).toMatchObject({ result: preview, processed: content.length })
    expect(await sql(world, 'select content from staged_imports where id = $1', staged.id)).toEqual([
      { content: null },
    ])
    expect((await faultOf(write((em) => previewImport(em, anna, staged.id)))).code).toBe('conflict')
  })

  it('shows its progress to other processes while it is imported', async () => {
    const { id, size } = await stage(contentOf(5000))
    const writer = progressWriter(world.database.orm, id)
    const shown: number[] = []
    await write((em) =>
      runImport(em, anna, id, async (bytes) => {
        await writer(bytes)
        shown.push((await read(id)).processed)
        expect((await faultOf(run(id))).code).toBe('conflict')
      }),
    )
    expect(shown).toHaveLength(5)
    expect(shown[0]).toBeGreaterThan(0)
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
    expect(shown.at(-1)).toBeLessThanOrEqual(size)
  })

  it('is imported in full if it expires meanwhile, and deleted afterwards', async () => {
    const { id } = await stage(contentOf(5000))
    const result = await write((em) =>
      runImport(em, anna, id, async () => {
        await expire(id)
        await write((other) => deleteExpiredImports(other))
      }),
    )
    expect(result.lines).toBe(5000)
    await write((em) => deleteExpiredImports(em))
    expect(await sql(world, 'select 1 from staged_imports where id = $1', id)).toEqual([])
  })

  it('is shown to the user who uploaded it, for an hour', async () => {
    const { id } = await stage(contentOf(1))
    expect((await faultOf(read(id, actorOf(2)))).code).toBe('not_found')
    expect((await faultOf(write((em) => runImport(em, actorOf(2), id)))).code).toBe('not_found')
    await expire(id)
    expect((await faultOf(read(id))).code).toBe('not_found')
    await write((em) => deleteExpiredImports(em))
    expect(await sql(world, 'select 1 from staged_imports where id = $1', id)).toEqual([])
  })

  it('is rejected if it is too large or not a CSV file', async () => {
    expect(await faultOf(stage(Buffer.alloc(maxImportBytes + 1, 'a')))).toMatchObject({
      errors: { file: ['The file field must not be greater than 20 MB.'] },
    })
    expect((await faultOf(stage(Buffer.from('{}')))).errors?.file?.[0]).toMatch(
      /^The file is a JSON document/,
    )
  })
})
