import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeOperations } from '../../src/portfolio/write-api/guide.ts'
import { token } from '../support/world.ts'
import { type AnyClient, connections } from './client.ts'
import { fill, makeMcpWorld } from './world.ts'

const run = promisify(execFile)
const world = await makeMcpWorld()
await fill(world)
const environment = { PATH: process.env.PATH, PORTFOLIO_URL: world.address, PORTFOLIO_TOKEN: token }
const ajv = new Ajv2020({ strict: false, formats: { date: true, uri: true } })

let client: AnyClient
beforeAll(async () => {
  client = await connections['v2 modern over HTTP']?.(world)
})
afterAll(() => client.close())

async function read(name: string, args?: object) {
  return (await client.callTool({ name, arguments: args })).structuredContent
}

async function paste(line: string) {
  const { stdout } = await run('sh', ['-c', line], { env: environment })
  return JSON.parse(stdout)
}

it('tells every operation in a line', async () => {
  const { operations: told, next } = await read('describe_write_api')
  expect(told.map(({ operation }: { operation: string }) => operation)).toEqual(writeOperations)
  expect(next).toContain('operation')
})

describe.each(writeOperations)('%s', (operation) => {
  it('is described by the schema that judges, and its line of curl works as it stands', async () => {
    const guide = await read('describe_write_api', { operation })
    const fits = ajv.compile(guide.body_schema)
    expect(fits(guide.example), JSON.stringify(fits.errors)).toBe(true)
    expect(fits({ ...guide.example, raw_events: [] })).toBe(false)
    const rehearsed = await paste(guide.curl.replace(/(api\/portfolio\/[^"]+)"/, '$1?dry_run=1"'))
    expect(rehearsed, JSON.stringify(rehearsed)).toMatchObject({ dry_run: true })
    const answer = await paste(guide.curl)
    expect(answer.message, JSON.stringify(answer)).toMatch(/(created|updated)\.$/)
  })

  it('tells what each value of each enumeration means', async () => {
    const { body_schema, enumerations } = await read('describe_write_api', { operation })
    for (const [field, meanings] of Object.entries(enumerations)) {
      expect(enumerationOf(body_schema, field.split('.'))).toEqual(Object.keys(meanings as object))
      for (const meaning of Object.values(meanings as object)) expect(meaning).toBeTruthy()
    }
  })
})

it('tells what a field is where a new record does not say, and not where a change does not', async () => {
  const severity = async (operation: string) => {
    const { body_schema } = await read('describe_write_api', { operation })
    return body_schema.properties.severity.default
  }
  expect([await severity('record_signal'), await severity('change_signal')]).toEqual(['medium', undefined])
})

it('is the API that /openapi.json documents', async () => {
  const { body: document } = await world.send('GET', '/openapi.json')
  const { operations: told } = await read('describe_write_api')
  const written = Object.entries(document.paths as Record<string, Record<string, { summary: string }>>)
    .filter(([path]) => path.startsWith('/api/portfolio'))
    .flatMap(([path, methods]) =>
      ['post', 'patch'].flatMap((method) => {
        const found = methods[method]
        return found ? [`${method.toUpperCase()} ${path}: ${found.summary}`] : []
      }),
    )
  const lines = told.map(
    (line: { method: string; path: string; summary: string }) =>
      `${line.method} ${line.path}: ${line.summary}`,
  )
  expect(lines.toSorted()).toEqual(written.toSorted())
})

it('is what AGENTS.md shows', async () => {
  const agents = readFileSync(new URL('../../agent-configs/AGENTS.md', import.meta.url), 'utf8')
  const [, script] = /```bash\n(.*?)```/s.exec(agents) ?? []
  const { stdout } = await run('bash', ['-c', script ?? 'exit 1'], { env: environment })
  const [first, second] = stdout.replace(/\}\{"message/, '}\n{"message').split('\n')
  expect(JSON.parse(first ?? '')).toMatchObject({ dry_run: true })
  expect(JSON.parse(second ?? '')).toMatchObject({ message: 'Signal created.' })
})

// The enumeration of a field such as `tasks.priority`, which may be one that may be empty.
// biome-ignore lint/suspicious/noExplicitAny: a JSON schema
function enumerationOf(schema: any, [name, ...rest]: string[]): unknown {
  const field = schema.properties[name as string]
  return rest.length > 0 ? enumerationOf(field.items, rest) : (field.enum ?? field.anyOf[0].enum)
}
