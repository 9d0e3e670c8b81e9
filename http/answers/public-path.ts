import type { FastifyInstance } from 'fastify'
import type { Config } from '../../src/config/config.ts'

/**
 * Returns the path of PUBLIC_URL without a slash at its end, such as `/ops`, or an empty string. A proxy strips it from
 * each request, so within the server no path has it.
 */
export function publicPath({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return new URL(PUBLIC_URL).pathname.replace(/\/$/, '')
}

// Text has no quotation marks, because the templates escape them.
const addresses = / (?:href|src|action|formaction|data-(?:mention|suggest)|hx-(?:get|post))="(?=\/)/g

/**
 * Puts the path of PUBLIC_URL before the addresses in every page and redirect of an area, which the area itself writes
 * without it. Call it before a plugin is registered that compresses pages.
 */
export function addPublicPath(app: FastifyInstance, config: Config): void {
  const prefix = publicPath(config)
  if (!prefix) return
  app.addHook('onSend', async (_request, reply, payload) => {
    const location = reply.getHeader('location')
    if (typeof location === 'string' && location.startsWith('/')) reply.header('location', prefix + location)
    const isPage =
      typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
    return isPage ? payload.replaceAll(addresses, (attribute) => attribute + prefix) : payload
  })
}
