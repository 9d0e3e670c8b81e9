import { token, type World } from './world.ts'

const url = '/api/portfolio/directions'

/** Sends a request that counts toward a rate limit. */
export const get = (
  world: World,
  headers: Record<string, string> = { 'x-portfolio-token': token },
  ip = '9.9.9.9',
) => world.app.inject({ url, headers, remoteAddress: ip })

/** Sends such a request and returns the number of remaining ones. */
export const remaining = async (...request: Parameters<typeof get>) =>
  Number((await get(...request)).headers['x-ratelimit-remaining'])
