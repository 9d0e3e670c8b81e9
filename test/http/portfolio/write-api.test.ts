import { expect, it } from 'vitest'
import { writeOperations } from '../../../src/portfolio/write-api/guide.ts'
import { callTool, toolDependencies } from '../../mcp/call-tool.ts'
import { makeToken, root } from '../../support/makers.ts'
import { makeWorld } from '../../support/world.ts'

const world = await makeWorld()
const path = `${root}/write-api`
const tool = (args?: object) => callTool(toolDependencies(world), 'describe_write_api', args)

it('lists every write as describe_write_api does, and says who the token is', async () => {
  const { headers, id } = await makeToken(world, ['read'])
  const { status, body } = await world.send('GET', path, undefined, headers)
  const { message, you, ...index } = body
  expect({ status, message }).toEqual({ status: 200, message: 'Writes found.' })
  const { next: _, ...fromTool } = (await tool()).content ?? {}
  expect(index).toEqual(fromTool)
  expect(you).toEqual({
    name: expect.any(String),
    scopes: ['read'],
    actor: `portfolio_token:${id}`,
    server_time: expect.any(String),
  })
})

it('names the required fields of each write, and the alternatives of a place', async () => {
  const { base_url, operations } = (await world.send('GET', path)).body
  expect(base_url).toBe('http://ops.test')
  const required = Object.fromEntries(
    operations.map(({ operation, required }: { operation: string; required: string[] }) => [
      operation,
      required,
    ]),
  )
  expect(required).toMatchObject({
    create_product: ['name', 'direction_slug'],
    change_product: [],
    create_app: ['name', 'platform', 'product_slug or direction_slug'],
    record_signal: ['signal_type', 'title', 'product_slug or app_slug or direction_slug'],
    record_economics: ['title', 'period_start', 'period_end', 'product_slug or direction_slug'],
    create_canon_rule: ['title', 'rule_type', 'body'],
  })
})

it.each(writeOperations)('rejects %s without the fields that its line requires', async (operation) => {
  const { operations } = (await world.send('GET', path)).body
  const line = operations.find((candidate: { operation: string }) => candidate.operation === operation)
  if (line.method !== 'POST' || ['claim_task', 'withdraw_proposal'].includes(operation))
    return expect(line.required).toEqual([])
  const { status, body } = await world.send('POST', line.path.replace(/\{\w+\}/, '1'), {})
  const fields = line.required.map((field: string) => field.split(' or ')[0])
  expect({ status, fields: Object.keys(body.errors).toSorted() }).toEqual({
    status: 422,
    fields: fields.toSorted(),
  })
})

it.each(writeOperations)('describes %s as describe_write_api does', async (operation) => {
  const { message, ...guide } = (await world.send('GET', `${path}/${operation}`)).body
  const { next: _, ...fromTool } = (await tool({ operation })).content ?? {}
  expect(message).toBe('Write found.')
  expect(guide).toEqual(fromTool)
})

it('returns 404 with the nearest operations for an unknown one', async () => {
  const { status, body } = await world.send('GET', `${path}/record_signals`)
  expect(status).toBe(404)
  expect(body).toMatchObject({
    message: 'Not found.',
    code: 'not_found',
    next: expect.stringMatching(/^Nearest: record_signal, .+ GET \/api\/portfolio\/write-api lists all/),
  })
  expect((await world.send('GET', `${path}/${'x'.repeat(101)}`)).status).toBe(404)
  expect((await world.send('GET', `${path}/__proto__`)).status).toBe(404)
})

it('requires scope read, and rejects unknown parameters', async () => {
  const { headers } = await makeToken(world, ['write'])
  for (const url of [path, `${path}/record_signal`]) {
    const { status, body } = await world.send('GET', url, undefined, headers)
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'missing_ability' })
  }
  expect((await world.send('GET', `${path}?operation=record_signal`)).status).toBe(422)
})
