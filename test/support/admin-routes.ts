import type { World } from './world.ts'

/** A route of the web interface. */
export type Route = { method: 'GET' | 'POST'; path: string }

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Returns every route of the web interface that the server has. */
export function adminRoutes(world: Pick<World, 'app'>): Route[] {
  const routes = allRoutes(world) as Route[]
  return routes.filter(({ path }) => /^\/admin(\/.|$)/.test(path))
}

/** Returns every route of every surface. */
export function allRoutes({ app }: Pick<World, 'app'>): { method: (typeof methods)[number]; path: string }[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', served = ''] = /^([│ ]*)[├└]── (\S+) \((.*)\)/.exec(line) ?? []
      if (!part) return []
      above.length = indent.length / 4
      above.push(part)
      const path = above.join('').replace('//', '/')
      const ofRoute = served.split(', ')
      return methods.filter((method) => ofRoute.includes(method)).map((method) => ({ method, path }))
    })
}
