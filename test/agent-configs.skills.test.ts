import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { tools } from '../mcp/server.ts'
import { describeWrite, writeOperations } from '../src/portfolio/write-api/guide.ts'

const folder = join(import.meta.dirname, '../agent-configs/skills')
const names = readdirSync(folder)
const operations: readonly string[] = writeOperations
const bodyFields = writeOperations.flatMap((operation) => propertiesIn(describeWrite(operation, '')))
const argumentsOf = new Map(
  tools.map(({ name, config }) => [
    name,
    propertiesIn(config.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })),
  ]),
)
// Fields of answers.
const answered = ['dry_run']
// Each skill reads the rules, what is known and the sources, and names what its records rest on.
const steps = [
  'list_canon_rules',
  'search',
  '{store console}',
  '{analytics}',
  '{reviews}',
  '{revenue}',
  'evidence',
]

it('has five skills', () => {
  expect(names).toHaveLength(5)
})

describe.each(names)('the skill %s', (name) => {
  const text = readFileSync(join(folder, name, 'SKILL.md'), 'utf8')
  const [, front = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  const spans = [...body.matchAll(/`([^`]+)`/g)].map(([, span]) => span as string)

  it('has the name of its folder, and says when to use it', () => {
    const { description, ...rest } = parse(front)
    expect(rest).toEqual({ name })
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(name.length).toBeLessThanOrEqual(64)
    expect(description).toContain('Use ')
    expect(description.length).toBeLessThanOrEqual(1024)
    expect(body.split('\n').length).toBeLessThan(100)
  })

  it('reads what is known and the sources, and sends what a person has approved', () => {
    for (const step of steps) expect(body).toContain(step)
    expect(spans.some((span) => operations.includes(span))).toBe(true)
    expect(body).toMatch(/The `KEY` is `[a-z]+-[A-Z-]+`/)
    expect(body.slice(body.indexOf('## Send'))).toBe(sendSection(names[0] as string))
  })

  it('names only tools, operations, fields and files that exist', () => {
    const known = [...[...argumentsOf].flat(2), ...operations, ...bodyFields, ...answered]
    const mentioned = spans.flatMap((span) => span.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [])
    expect(mentioned.filter((word) => !known.includes(word))).toEqual([])
    for (const [, tool = '', argument] of body.matchAll(/`(\w+)`(?: with|,? and) `(\w+)/g))
      if (argumentsOf.has(tool))
        expect([...(argumentsOf.get(tool) ?? []), ...argumentsOf.keys()]).toContain(argument)
    for (const path of spans.filter((span) => span.startsWith('references/')))
      expect(existsSync(join(folder, name, path))).toBe(true)
  })
})

it.each(['AGENTS.md', ...names.map((name) => `skills/${name}/SKILL.md`)])(
  'the routes in %s have their full paths',
  (path) => {
    const text = readFileSync(join(folder, '..', path), 'utf8')
    const routes = [...text.matchAll(/`(?:GET|POST|PUT|PATCH|DELETE) ([^`]+)`/g)].map(([, route]) => route)
    expect(routes).toContain('/api/portfolio/batch')
    for (const route of routes) expect(route).toMatch(/^\/(api\/portfolio\/|mcp)/)
  },
)

it('the weekly review begins with the week', () => {
  const text = readFileSync(join(folder, 'weekly-portfolio-review', 'SKILL.md'), 'utf8')
  expect(/^1\. `(\w+)`/m.exec(text)?.[1]).toBe('get_week')
})

// The same in every skill, because an agent may have only one of them.
function sendSection(name: string): string {
  const text = readFileSync(join(folder, name, 'SKILL.md'), 'utf8')
  return text.slice(text.indexOf('## Send'))
}

function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties } = schema as { properties?: object }
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(propertiesIn)]
}
