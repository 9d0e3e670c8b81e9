import Fastify from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { beforeAll, describe, expect, it } from 'vitest'
import { openapi } from '../../../http/openapi/openapi.ts'
import type { Server } from '../../../http/server/server.ts'
import { makeWorld } from '../../support/world.ts'

type Operation = { operationId: string; summary: string; tags: string[] }
type Document = {
  tags: { name: string; description: string }[]
  'x-tagGroups': { name: string; tags: string[] }[]
  paths: Record<string, Record<string, Operation>>
}

let document: Document
let operations: Operation[]
beforeAll(async () => {
  const { app } = await makeWorld()
  document = (await app.inject('/openapi.json')).json()
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
})

describe('an operation', () => {
  it('has a unique operationId in words, without the HTTP method or the path', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.length).toBeGreaterThan(100)
    expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
    for (const id of ids) {
      expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)+$/)
      expect(id).not.toMatch(/^(post|put|patch|head|options)[A-Z]|By([A-Z]|$)/)
    }
  })

  it('has a summary that starts with a capital letter and has no final period', () => {
    for (const { operationId, summary } of operations) expect(summary, operationId).toMatch(/^[A-Z].*[^.]$/)
  })
})

describe('the tags', () => {
  it('are described, used, and each in one group', () => {
    const names = document.tags.map(({ name }) => name)
    expect(document['x-tagGroups'].map(({ name }) => name)).toEqual([
      'Portfolio',
      'Operations',
      'Assistants',
      'Health',
    ])
    expect(document['x-tagGroups'].flatMap(({ tags }) => tags)).toEqual(names)
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(names))
    expect(new Set(names).size).toBe(names.length)
    for (const { name, description } of document.tags) expect(description, name).toMatch(/^[A-Z].*\.$/)
  })
})

describe('a documented route', () => {
  it('is rejected at startup without an operationId', async () => {
    const app = Fastify() as unknown as Server
    app.decorate('config', { DOCS: false } as Server['config'])
    for (const name of ['rate-limit', 'unknown-routes'])
      app.register(fastifyPlugin(async () => undefined, { name }))
    await app.register(openapi, { components: {} })
    expect(() => app.get('/x', { schema: { summary: 'Get x' } }, async () => 'x')).toThrow(
      'The documented route GET /x has no operationId.',
    )
  })
})
