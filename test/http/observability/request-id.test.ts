import { beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const responseId = async (sent?: string) => {
  const headers = sent === undefined ? {} : { 'x-request-id': sent }
  return (await world.app.inject({ url: '/health/live', headers })).headers['x-request-id']
}

describe('X-Request-Id', () => {
  it.each(['12345678', 'a.b_c-D.9', 'x'.repeat(64)])('%s is kept', async (sent) => {
    expect(await responseId(sent)).toBe(sent)
  })

  it.each(['short', 'x'.repeat(65), 'with space', 'a/b/c/d/e', '<script>alert', 'новый-запрос', ''])(
    '%s is replaced',
    async (sent) => {
      const id = await responseId(sent)
      expect(id).not.toBe(sent)
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  it('is generated for every request without one', async () => {
    expect(await responseId()).not.toBe(await responseId())
  })

  it.each(['/api/portfolio/products', '/nothing', '/%', '/api/portfolio/nothing'])(
    'is the same in the header and in the body of the error for %s',
    async (url) => {
      const response = await world.app.inject({ url, headers: { 'x-request-id': 'rejected-1' } })
      expect(response.headers['x-request-id']).toBe('rejected-1')
      expect(response.json().request_id).toBe('rejected-1')
    },
  )
})
