import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationNames, operations } from '../../../src/portfolio/operations.ts'
import { writeOperations } from '../../../src/portfolio/write-api/guide.ts'
import { makeToken, sql } from '../../support/makers.ts'
import { token } from '../../support/world.ts'
import { answerOf, bodyOf } from '../call-tool.ts'
import { type AnyClient, connections } from '../client.ts'
import { fill, makeMcpWorld } from '../world.ts'

const run = promisify(execFile)
const world = await makeMcpWorld()
await fill(world)
await makeAskedProposal()
const environment = { PATH: process.env.PATH, PORTFOLIO_URL: world.address, PORTFOLIO_TOKEN: token }
const ajv = new Ajv2020({ strict: false, formats: { date: true, iri: true } })

let client: AnyClient
beforeAll(async () => {
  client = await connections['v2 modern over HTTP']?.(world)
})
afterAll(() => client.close())

async function read(name: string, args?: object) {
  return answerOf(await client.callTool({ name, arguments: args }))
}

async function shell(command: string) {
  const { stdout } = await run('sh', ['-c', command], { env: environment })
  return JSON.parse(stdout)
}

describe.each(writeOperations)('%s', (operation) => {
  it('has a curl command whose body matches the schema, and that works with the names of live records', async () => {
    const guide = await read('describe_write_api', { operation })
    const validate = ajv.compile(guide.body_schema)
    const body = bodyOf(guide.curl)
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
    // The schema of a revision is that of the operation that was proposed.
    expect(validate({ ...body, raw_events: [] })).toBe(operation === 'revise_proposal')
    // The example of change_task has finished the task.
    if (operation === 'claim_task')
      await sql(world, `update tasks set status = 'open', done_at = null where id = 1`)
    const curl = withLiveRecords(guide.curl)
    const dryRun = await shell(curl.replace(/(api\/portfolio\/[^"]+)"/, '$1?dry_run=1"'))
    expect(dryRun, JSON.stringify(dryRun)).toMatchObject({ dry_run: true })
    const answer = await shell(curl)
    expect(answer.message, JSON.stringify(answer)).toMatch(
      /(created|updated|retracted|restored|applied|proposed|claimed|released|withdrawn)\.$/,
    )
  })

  it('has a curl command that changes nothing as it stands', async () => {
    const { curl } = await read('describe_write_api', { operation })
    const answer = await shell(curl)
    expect(answer.message, JSON.stringify(answer)).toMatch(/^(Validation failed|Not found)\.$/)
  })

  it('has a meaning for each value of each enumeration of its schema', async () => {
    const { body_schema, enumerations } = await read('describe_write_api', { operation })
    const values = Object.entries(enumerations as Record<string, object>).map(([field, meanings]) => {
      for (const meaning of Object.values(meanings)) expect(meaning).toBeTruthy()
      return [field, Object.keys(meanings)]
    })
    // The values of operations.operation are the operations themselves.
    const { 'operations.operation': _, ...described } = enumerationsOf(body_schema)
    expect(values.length > 0).toBe(
      !/^(batch$|revise_|withdraw_|retract_|restore_|claim_|release_)/.test(operation),
    )
    expect(Object.fromEntries(values)).toEqual(described)
  })
})

it('gives the default of a field where a record is created, and none where it is changed', async () => {
  const severity = async (operation: string) => {
    const { body_schema } = await read('describe_write_api', { operation })
    return body_schema.properties.severity.default
  }
  expect([await severity('record_signal'), await severity('change_signal')]).toEqual(['medium', undefined])
})

it.each(operationNames.filter((operation) => operation.startsWith('change_')))(
  'offers null for a field of %s only if the field accepts it',
  async (operation) => {
    const { body_schema } = await read('describe_write_api', { operation })
    const validate = ajv.compile(body_schema)
    for (const name of Object.keys(body_schema.properties)) {
      const { success } = operations[operation].body.safeParse({ [name]: null })
      expect([name, validate({ [name]: null })]).toEqual([name, success])
    }
  },
)

it('says that an update replaces evidence only where a record is changed', async () => {
  const described = async (operation: string) => {
    const { body_schema } = await read('describe_write_api', { operation })
    const { description } = body_schema.properties.evidence ?? {}
    return description && [operation, description.includes('Replaces')]
  }
  const descriptions = (await Promise.all(writeOperations.map(described))).filter(Boolean)
  expect(descriptions).toEqual([
    ['record_insight', false],
    ['record_economics', false],
    ['record_decision', false],
    ['change_decision', true],
    ['create_task', false],
    ['change_task', true],
  ])
})

it('says which records cannot be changed, and how a correction names the one that it replaces', async () => {
  const { operations, notes } = await read('describe_write_api')
  const names = operations.map(({ operation }: { operation: string }) => operation)
  expect(notes.join()).toMatch(/Insights .*cannot be changed/)
  expect(notes.join()).toContain('retract an insight or economics')
  for (const record of ['insight', 'economics']) {
    expect(names).not.toContain(`change_${record}`)
    const { description } = await read('describe_write_api', { operation: `record_${record}` })
    expect(description).toContain('Cannot be changed.')
    expect(description).toContain(
      'a correction is a new record that names the id of the old one in a text, not in evidence',
    )
  }
})

it.each(writeOperations.filter((operation) => /^(release|restore|revise)_/.test(operation)))(
  'has the command that reads the record of %s, whose etag If-Match takes',
  async (operation) => {
    const { read_first } = await read('describe_write_api', { operation })
    expect(await shell(withLiveRecords(read_first))).toMatchObject({ etag: expect.any(String) })
  },
)

it('shows the whole body of an operation for a proposal that is sent again', async () => {
  const { description, curl } = await read('describe_write_api', { operation: 'revise_proposal' })
  expect(description).toContain('Send the whole body of the same operation')
  expect(operations.record_signal.body.safeParse(bodyOf(curl)).success).toBe(true)
})

it.each(writeOperations.filter((operation) => operation.startsWith('change_')))(
  'has the command that reads the record before %s, whose etag If-Match takes',
  async (operation) => {
    const guide = await read('describe_write_api', { operation })
    expect(guide.headers['If-Match']).toContain('the etag of get_record, or of the answer to read_first;')
    const { etag } = await shell(withLiveRecords(guide.read_first))
    const change = (value: string) => shell(`ETAG='${value}'; ${withLiveRecords(guide.curl)}`)
    expect((await change('W/"outdated"')).current_etag).toBe(etag)
    expect((await change(etag)).message).toMatch(/updated\.$/)
  },
)

it('says what an external_ref does, and when a canon rule binds', async () => {
  const { body_schema, read_first } = await read('describe_write_api', { operation: 'record_signal' })
  expect(read_first).toBeUndefined()
  expect(body_schema.properties.external_ref.description).toContain('existing_id')
  for (const operation of ['create_canon_rule', 'change_canon_rule']) {
    const { description, enumerations } = await read('describe_write_api', { operation })
    expect(description).toContain('once an admin approves it')
    expect(enumerations.status.active).toBe('in force once an admin has approved it (trusted: true)')
  }
  const { notes } = await read('describe_write_api')
  expect(notes.join()).toContain('only those with trusted: true bind')
})

it('gives the longest period of economics, and says that no API creates directions', async () => {
  const { body_schema } = await read('describe_write_api', { operation: 'record_economics' })
  expect(body_schema.properties.period_end.description).toContain('at most 366 days')
  const { tools } = await client.listTools()
  const { description } = tools.find((tool: { name: string }) => tool.name === 'list_directions') ?? {}
  expect(description).toContain('no API creates one')
})

it('accepts the commands of agent-configs/AGENTS.md', async () => {
  const agents = readFileSync(new URL('../../../agent-configs/AGENTS.md', import.meta.url), 'utf8')
  const [, script] = /```bash\n(.*?)```/s.exec(agents) ?? []
  const { stdout } = await run('bash', ['-c', withLiveRecords(script ?? 'exit 1')], { env: environment })
  const [first, second] = stdout.replace(/\}\{"message/, '}\n{"message').split('\n')
  expect(JSON.parse(first ?? '')).toMatchObject({ dry_run: true })
  expect(JSON.parse(second ?? '')).toMatchObject({ message: 'Signal created.' })
})

/** Makes the proposal 1, of the token of the test, whose proposer is asked for changes. */
async function makeAskedProposal() {
  const { headers } = await makeToken(world, ['read', 'propose'])
  const signal = { product_slug: 'qr-scanner', title: 'Slow start', signal_type: 'problem' }
  await world.send('POST', '/api/portfolio/signals', signal, headers)
  await sql(
    world,
    "update proposals set credential = 'env:1', status = 'changes_wanted', decision_note = 'Too high'",
  )
}

/** Replaces the placeholders of a command with records of `fill`. */
function withLiveRecords(curl: string): string {
  return curl
    .replaceAll('PRODUCT-SLUG', 'qr-scanner')
    .replaceAll('APP-SLUG', 'qr-scanner-for-android')
    .replaceAll('DIRECTION-SLUG', 'documents-qr')
    .replace(/\/0(?=["/])/, '/1')
}

/** The values of every enumeration in a schema, by field: `tasks.priority` for a field of list items. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON schema
function enumerationsOf(schema: any, prefix = ''): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  // biome-ignore lint/suspicious/noExplicitAny: a JSON schema
  for (const [name, field] of Object.entries<any>(schema.properties)) {
    // The values of a nullable field end with null.
    const values = field.enum?.filter((value: unknown) => value !== null)
    if (values) found[prefix + name] = values
    if (field.items?.properties) Object.assign(found, enumerationsOf(field.items, `${prefix}${name}.`))
  }
  return found
}
