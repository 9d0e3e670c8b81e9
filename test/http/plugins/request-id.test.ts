import { beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const answeredId = async (sent?: string) => {
  const headers = sent === undefined ? {} : { 'x-request-id': sent }
  return (await world.app.inject({ url: '/health/live', headers })).headers['x-request-id']
}

describe('X-Request-Id', () => {
  it.each(['12345678', 'a.b_c-D.9', 'x'.repeat(64)])('%s is kept', async (sent) => {
    expect(await answeredId(sent)).toBe(sent)
  })

  it.each(['short', 'x'.repeat(65), 'with space', 'a/b/c/d/e', '<script>alert', 'новый-запрос', ''])(
    '%s is replaced',
    async (sent) => {
      const id = await answeredId(sent)
      expect(id).not.toBe(sent)
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  it('is new for every request that brings none', async () => {
    expect(await answeredId()).not.toBe(await answeredId())
  })

  it.each(['/api/portfolio/products', '/nothing', '/%', '/api/portfolio/nothing'])(
    'is on the refusal of %s too, and the same in its body',
    async (url) => {
      const response = await world.app.inject({ url, headers: { 'x-request-id': 'refused-1' } })
      expect(response.headers['x-request-id']).toBe('refused-1')
      expect(response.json().request_id).toBe('refused-1')
    },
  )
})
