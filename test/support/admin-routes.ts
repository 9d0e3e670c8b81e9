import type { World } from './world.ts'

/** A route of the web interface. */
export type Route = { method: 'GET' | 'POST'; path: string }

/** Returns every route of the web interface that the server has. */
export function adminRoutes({ app }: Pick<World, 'app'>): Route[] {
  const above: string[] = []
  const found = app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \((.*)\)/.exec(line) ?? []
      if (!part) return []
      above.length = indent.length / 4
      above.push(part)
      const path = above.join('').replace('//', '/')
      return (['GET', 'POST'] as const)
        .filter((method) => methods.includes(method))
        .map((method) => ({ method, path }))
    })
  return found.filter(({ path }) => /^\/admin(\/.|$)/.test(path))
}
