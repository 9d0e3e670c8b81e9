import { type TestUser, v1 } from './people.ts'
import type { Answer, World } from './world.ts'

let addresses = 0

/** Returns the header of a client with a new address. The world must trust the proxy 127.0.0.1. */
export function newAddress(): Record<string, string> {
  return { 'x-forwarded-for': `10.0.${++addresses >> 8}.${addresses & 255}` }
}

/** Returns a function that requests an access token, each time as a new client, so that tests share no login limit. */
export function loginTo(world: World) {
  return (body: object, headers = newAddress()): Promise<Answer> =>
    world.send('POST', `${v1}/auth/token`, body, headers)
}

/** Returns a valid body of that request. */
export function loginBody({ email, password }: TestUser, changes: object = {}): object {
  return { email, password, token_name: 'website', abilities: ['apps:read', 'apps:write'], ...changes }
}
