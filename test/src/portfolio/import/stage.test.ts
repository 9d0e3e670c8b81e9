import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../src/access/actor.ts'
import { transact } from '../../../../src/database/transaction.ts'
import { importKinds } from '../../../../src/portfolio/import/import-kinds.ts'
import { mappingByName } from '../../../../src/portfolio/import/mapping.ts'
import { previewImport, progressWriter } from '../../../../src/portfolio/import/preview.ts'
import {
  deleteExpiredImports,
  discardImport,
  listStagedImports,
  mapStagedImport,
  maxImportBytes,
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
const kind = 'keyword-positions'
const upload = (content: Buffer, actor = anna) =>
  write((em) => stageImport(em, actor, { kind, file_name: 'a\0/b.csv ', content }))

async function stage(content: Buffer) {
  const staged = await upload(content)
  const mapping = mappingByName(importKinds[kind], staged.columns.names, {})
  await write((em) => mapStagedImport(em, anna, staged.id, mapping))
  return { ...staged, mapping }
}

const preview = (id: number, actor = anna) => previewImport(world.database.orm, actor, id)
const expire = (id: number) =>
  sql(world, `update staged_imports set created_at = now() - interval '25 hours' where id = $1`, id)
const read = (id: number, actor = anna) => readStagedImport(world.database.read, actor, id)
const linesOf = (id: number) => sql(world, 'select 1 from staged_lines where import_id = $1', id)
const run = (id: number) => write((em) => runImport(em, anna, id))

describe('an uploaded file', () => {
  it('is previewed, then imported once, and its lines are deleted', async () => {
    const content = contentOf(3000)
    const staged = await stage(content)
    expect(staged).toMatchObject({
      kind: 'keyword-positions',
      file_name: 'a/b.csv',
      size: content.length,
      lines: 3000,
      processed: 0,
      result: null,
      created_by: anna.by,
    })
    expect(await read(staged.id)).toEqual(staged)
    const previewed = await preview(staged.id)
    expect(previewed).toMatchObject({ lines: 3000, created: 3000 })
    expect(await read(staged.id)).toEqual({ ...staged, preview: previewed })
    expect(await run(staged.id)).toEqual(previewed)
    expect(await run(staged.id)).toEqual(previewed)
    expect(await read(staged.id)).toMatchObject({ result: previewed, processed: 3000, preview: null })
    expect(await linesOf(staged.id)).toEqual([])
    expect((await faultOf(preview(staged.id))).code).toBe('conflict')
  })

  it('shows its progress to other processes while it is imported', async () => {
    const { id, lines } = await stage(contentOf(5000))
    const writer = progressWriter(world.database.orm, id)
    const shown: number[] = []
    await write((em) =>
      runImport(em, anna, id, async (bytes) => {
        await writer(bytes)
        shown.push((await read(id)).processed)
        expect((await faultOf(run(id))).code).toBe('conflict')
      }),
    )
    expect(shown).toHaveLength(10)
    expect(shown[0]).toBeGreaterThan(0)
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
    expect(shown.at(-1)).toBeLessThanOrEqual(lines)
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

  it('is shown to the user who uploaded it, for a day, or until it is discarded', async () => {
    const { id } = await stage(contentOf(1))
    expect((await faultOf(read(id, actorOf(2)))).code).toBe('not_found')
    expect((await faultOf(write((em) => runImport(em, actorOf(2), id)))).code).toBe('not_found')
    expect((await faultOf(write((em) => discardImport(em, actorOf(2), id)))).code).toBe('not_found')
    const other = await stage(contentOf(1))
    await write((em) => discardImport(em, anna, other.id))
    expect((await faultOf(read(other.id))).code).toBe('not_found')
    expect(await linesOf(other.id)).toEqual([])
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
    expect((await faultOf(stage(Buffer.from('a,b\n"1,2')))).errors).toEqual({
      file: ['Line 2 has a quotation mark that is not closed.'],
    })
  })

  it('is rejected if the user has 20 files, or 100 MB, that are not imported', async () => {
    const many = actorOf(3)
    for (let n = 0; n < 18; n++) await upload(contentOf(1), many)
    const uploads = await Promise.allSettled([1, 2, 3].map(() => upload(contentOf(1), many)))
    expect(uploads.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    const { errors } = await faultOf(upload(contentOf(1), many))
    expect(errors?.file?.[0]).toBe(
      'You already have 20 files that are not imported. Import or discard one of them; files are deleted a day after their upload.',
    )
    const [first, second] = await listStagedImports(world.database.read, many, kind)
    await write((em) => discardImport(em, many, Number(first?.id)))
    await expire(Number(second?.id))
    await upload(contentOf(1), many)

    const large = actorOf(4)
    const { id } = await upload(contentOf(1), large)
    await sql(world, `update staged_imports set size = 100 * 1024 * 1024 - 10 where id = $1`, id)
    expect((await faultOf(upload(contentOf(1), large))).errors?.file?.[0]).toMatch(/more than 100 MB/)
    const names = ['app_slug', 'keyword', 'country', 'position', 'date']
    await write((em) => mapStagedImport(em, large, id, mappingByName(importKinds[kind], names, {})))
    await write((em) => runImport(em, large, id))
    expect(await upload(contentOf(1), large)).toMatchObject({ lines: 1 })
  })
})
