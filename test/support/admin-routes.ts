import type { World } from './world.ts'

/** A route of the web interface. */
export type Route = { method: 'GET' | 'POST'; path: string }

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
// The writes that need no version of what their page shows, and why.
const withoutVersion: [RegExp, string][] = [
  [/\/(login|logout)$/, 'shows no record'],
  [/^\/admin\/review$/, 'is about changes, which are never changed'],
  [/\/invitation\/:secret$/, 'is proved by the link'],
  [/^\/admin\/account$/, 'is proved by the password'],
  [/\/(new|notes|saved-filters|import)$/, 'adds a record'],
  [/\/demonstration$/, 'works in an empty database only'],
  [/\/favorite$/, 'sends the state that the person wants'],
  [/^\/admin\/my-day\//, 'sends the state or the day that the person wants'],
  [/\/notes\/:note\/delete$/, 'is about a row that is never changed'],
  [/\/saved-filters\/:id\/delete$/, 'is about a row that is never changed'],
  [/\/account\/keys\/(on|off)$/, 'sends the state that the person wants'],
  [/\/account\/language$/, 'sends the language that the person wants'],
  [/\/sessions\/:id\/end$/, 'is about a row that is never changed'],
  [/\/connections\/:id\/revoke$/, 'is about a row that is never changed'],
  [/\/notifications\/(webhooks|channels)$/, 'adds a record'],
  [/\/notifications\/\w+\/:id\/(test|again)$/, 'sends a message'],
  [/\/notifications\/\w+\/:id\/(on|off)$/, 'sends the state that the person wants'],
  [/\/notifications\/\w+\/:id\/(secret|delete)$/, 'is about a row whose fields never change'],
  [/\/connect\/:id$/, 'is about a request that is never changed'],
  [/^\/admin\/[\w-]+\/bulk$/, 'sends the versions of all records that its page shows'],
  [/^\/admin\/activity\/undo$/, 'sends the hash of all changes that its page shows'],
  [/\/proposals\/:id\/(approve|ask|reject)$/, 'compares the version if one is sent'],
  [/\/proposals\/decide$/, 'shows titles only'],
  [/\/import\/:id(\/\w+)?$/, 'is about the file that the person has uploaded'],
  [/^\/admin\/tasks\/board\/:id$/, 'merges the fields that two people change'],
  [/^\/admin\/(?!users\/).*\/edit(\/:field)?$/, 'merges the fields that two people change'],
]

/** Returns whether a write needs no version of what its page shows. */
export function decidesOnNothing(path: string): boolean {
  return withoutVersion.some(([pattern]) => pattern.test(path))
}

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
