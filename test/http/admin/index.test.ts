import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../support/world.ts'

const accepted = { 'accept-encoding': 'gzip, br' }

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

describe('the compression of pages', () => {
  it('applies to a page', async () => {
    const url = '/admin/login'
    const { headers, rawPayload } = await world.app.inject({ url, headers: accepted })
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(rawPayload).toString()).toContain('Sign in')
    const { headers: plain, body } = await world.app.inject(url)
    expect(plain['content-encoding']).toBeUndefined()
    expect(body).toContain('Sign in')
  })

  it('leaves the static files as they are stored, by Brotli for browsers that accept it', async () => {
    const { body } = await world.app.inject('/admin/login')
    const url = /href="([^"]+admin\.css)"/.exec(body)?.[1] as string
    const { headers, rawPayload } = await world.app.inject({ url, headers: accepted })
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(rawPayload).toString()).toContain(':root')
    const other = await world.app.inject({ url, headers: { 'accept-encoding': 'gzip, br;q=0' } })
    expect(other.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(other.rawPayload).toString()).toContain(':root')
  })

  it('does not apply to the APIs', async () => {
    const { headers } = await world.app.inject({ url: '/openapi.json', headers: accepted })
    expect(headers['content-encoding']).toBeUndefined()
  })
})
