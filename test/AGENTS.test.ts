import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerOf, bodyOf } from './mcp/call-tool.ts'
import { query } from './support/rows.ts'
import { settled } from './support/settled.ts'
import { clientOf } from './support/throwaway-record/client.ts'
import { type Copy, makeCopy } from './support/throwaway-record/copy.ts'
import { exceptions } from './support/throwaway-record/exceptions.ts'
import { filesIn, productFolders, root } from './support/throwaway-record/files.ts'
import { patchedPaths } from './support/throwaway-record/patch.ts'
import { placeholderPath, recipePaths } from './support/throwaway-record/recipe.ts'

describe('the recipe "Add a record"', () => {
  const listed = recipePaths()

  it('lists exactly the product files that a new record adds or edits', () => {
    const patched = patchedPaths.map((path) => placeholderPath(path, 'memo'))
    const product = listed.filter((path) => !path.startsWith('test/'))
    expect(patched.toSorted()).toEqual(product.toSorted())
  })

  it('lists only files that one of its models has, insight or task', () => {
    const files = filesIn(...productFolders, 'test')
    const found = ['insight', 'task'].flatMap((model) => files.map((path) => placeholderPath(path, model)))
    expect(listed.filter((path) => !found.includes(path))).toEqual([])
  })

  it('lists every product file that mentions insights, with these exceptions', () => {
    const mentioning = filesIn(...productFolders)
      .filter((path) => /insight/i.test(path + readFileSync(join(root, path), 'utf8')))
      .filter((path) => !listed.includes(placeholderPath(path, 'insight')))
      .map((path) => path.replace(/^(src\/portfolio\/demo|src\/language|agent-configs\/skills)[./].*/, '$1'))
    expect([...new Set(mentioning)].toSorted()).toEqual(Object.keys(exceptions).toSorted())
  })
})

describe('a server with a record that was added by the recipe', () => {
  let copy: Copy
  let client: ReturnType<typeof clientOf>
  let typeErrors: ReturnType<Copy['run']>
  beforeAll(async () => {
    copy = await makeCopy()
    typeErrors = copy.run('node_modules/typescript/bin/tsc', '--singleThreaded', '--pretty', 'false')
    client = clientOf(await copy.serve())
  })

  async function callTool(name: string, args: object) {
    return answerOf(await client.callMcp('tools/call', { name, arguments: args }))
  }

  it('creates, returns, lists and changes the record', async () => {
    const created = await client.send('POST', memos, { direction_slug: 'utilities', title: 'T', body: 'B' })
    expect(created).toMatchObject({
      status: 201,
      body: { message: 'Memo created.', memo: { memo_kind: 'note', direction_slug: 'utilities' } },
    })
    const { memo } = created.body
    expect((await client.send('GET', `${memos}/${memo.id}`)).body.memo).toEqual(memo)
    const changed = await client.send('PATCH', `${memos}/${memo.id}`, { memo_kind: 'Question' })
    expect(changed).toMatchObject({ status: 200, body: { memo: { id: memo.id, memo_kind: 'question' } } })
    const list = await client.send('GET', `${memos}?memo_kind=question&direction_slug=utilities`)
    expect(list.body.memos).toEqual([changed.body.memo])
  })

  it('rejects an invalid record with an error for each field', async () => {
    const { status, body } = await client.send('POST', memos, { title: 'T', body: 'B', memo_kind: 'x' })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['memo_kind', 'product_slug'])
  })

  it('moves the record with its direction', async () => {
    const map = await copy.run('cli/main.ts', 'direction', 'map', 'utilities', 'fitness', '--json')
    expect(JSON.parse(map.out).moved).toMatchObject({ memos: 1 })
    expect((await client.send('GET', memos)).body.memos).toMatchObject([{ direction_slug: 'fitness' }])
  })

  it('keeps the history of the record with its provenance', async () => {
    const rows = await query(copy.databaseUrl, "select * from history where record_type = 'memo' order by id")
    const changes = { memo_kind: { from: 'note', to: 'question' } }
    const byToken = { surface: 'http', actor: { type: 'env_token' }, request_id: expect.any(String) }
    expect(rows).toMatchObject([
      { event: 'created', changes: { title: { from: null, to: 'T' } }, ...byToken },
      { event: 'updated', changes, ...byToken },
      { event: 'updated', changes: { direction_id: {} }, surface: 'cli', actor: { type: 'system' } },
    ])
  })

  it('returns each change of the record in the change feed', async () => {
    await settled({ url: copy.databaseUrl })
    const { body } = await client.send('GET', '/api/portfolio/changes?limit=200')
    const events = body.changes.filter(({ entity }: { entity: string }) => entity === 'memo')
    expect(events).toMatchObject([
      { event: 'created', changed_fields: expect.arrayContaining(['memo_kind', 'title', 'body']) },
      { event: 'updated', changed_fields: ['memo_kind'] },
      { event: 'updated', changed_fields: ['direction_id'] },
    ])
  })

  it('explains each write with a command whose body the API accepts', async () => {
    const { operations } = await callTool('describe_write_api', {})
    for (const [operation, status] of Object.entries({ create_memo: 201, change_memo: 200 })) {
      expect(operations).toContainEqual(expect.objectContaining({ operation }))
      const guide = await callTool('describe_write_api', { operation })
      expect(Object.keys(guide.enumerations.memo_kind)).toEqual(['note', 'question'])
      const path = guide.path.replace('{id}', '1')
      const example = bodyOf(guide.curl.replace('DIRECTION-SLUG', 'fitness'))
      expect(await client.send(guide.method, path, example)).toMatchObject({
        status,
        body: { memo: example },
      })
    }
  })

  it('returns and finds the record over MCP, escaped and truncated', async () => {
    const title = 'Plan\u202e'
    const created = await client.send('POST', memos, {
      direction_slug: 'fitness',
      title,
      body: 'x'.repeat(1000),
    })
    const { id } = created.body.memo
    const [memo] = (await callTool('list_memos', { direction_slug: 'fitness' })).memos
    expect((await callTool('search', { query: 'pla', kinds: 'memo' })).results).toMatchObject([{ id }])
    expect(memo).toMatchObject({ id, title: 'Plan\\u202e', memo_kind: 'note', direction_slug: 'fitness' })
    expect(memo.body).toMatch(new RegExp(`^x+… \\[truncated; full text: GET ${memos}/${id}\\]$`))
  })

  it('names each MCP tool in the instructions for agents, but for the lists of further kinds', async () => {
    const instructions = readFileSync(join(copy.folder, 'agent-configs/AGENTS.md'), 'utf8')
    const { tools } = await client.callMcp('tools/list')
    const unnamed = tools.filter(({ name }: { name: string }) => !instructions.includes(`\`${name}\``))
    expect(unnamed).toMatchObject([{ name: 'list_memos' }])
  })

  it('documents the record', async () => {
    const { body: reference } = await client.send('GET', '/api/portfolio/reference')
    expect(reference.reference.memo_kind).toMatchObject([{ value: 'note' }, { value: 'question' }])
    const { body: document } = await client.send('GET', '/openapi.json')
    const operations = [
      ...Object.values(document.paths[memos]),
      ...Object.values(document.paths[`${memos}/{id}`]),
    ] as { operationId: string; tags: string[] }[]
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.toSorted()).toEqual(['createMemo', 'getMemo', 'listMemos', 'updateMemo'])
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(['Memos']))
    expect(document.tags).toContainEqual({ name: 'Memos', description: expect.any(String) })
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Memo', 'NewMemo', 'MemoChange']),
    )
  })

  it('does not add demo data to a database with the record', async () => {
    const demo = await copy.run('cli/main.ts', 'demo')
    expect(demo).toMatchObject({ code: 1, err: expect.stringMatching(/not empty \(memos \d+\)/) })
  })

  it('has a migration that makes the tables that the entities describe', async () => {
    const doctor = await copy.run('cli/main.ts', 'doctor', '--json')
    expect(JSON.parse(doctor.out)).toMatchObject({ ok: true })
    expect(await copy.run('--input-type=module', '--eval', checkSchema)).toEqual({
      code: 0,
      out: 'false',
      err: '',
    })
  })

  it('has no type error', async () => {
    expect(await typeErrors).toEqual({ code: 0, out: '', err: '' })
  })
})

const memos = '/api/portfolio/memos'

/** Prints whether the tables differ from the entities. */
const checkSchema = `
  import { openConfiguredDatabase } from './cli/database.ts'
  import { readConfig } from './src/config/config.ts'
  const database = await openConfiguredDatabase(readConfig())
  process.stdout.write(String(await database.orm.migrator.checkSchema()))
  await database.close()
`
