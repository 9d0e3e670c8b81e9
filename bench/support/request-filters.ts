import { dayMs } from './grown-data.ts'

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const dayAgo = (days: number) => ago(days * dayMs).slice(0, 10)

// A query has one filter of a group at most.
const groups: string[][] = [
  ['200', '404', '503', '4xx', '5xx', '2xx', '404,503', '429', '3xx'].map((status) => `status=${status}`),
  ['GET', 'POST', 'DELETE'].map((method) => `method=${method}`),
  ['route-3', '/4242', '/99999', '/1', 'no-such', 'zz', 'z', '/', 'e', 'k', 'api', 'ro', '7', 'ы'].map(
    (path) => `path=${path}`,
  ),
  ['user_id=7', 'user_id=77', 'user_id=1'],
  ['token_id=7'],
  ['errors_only=1'],
  ['slow=1'],
  ['surface=mcp', 'surface=http'],
  [
    ...[dayAgo(0), dayAgo(10), dayAgo(29), ago(dayMs / 24)].map((time) => `date_from=${time}`),
    ...[dayAgo(1), dayAgo(29), ago(dayMs / 24)].map((time) => `date_to=${time}`),
  ],
]
const pages = ['', 'page=2', 'page=10&per_page=100', 'page=100', 'per_page=100']

/** Returns the queries of the request log for each filter on several pages, and for each pair of filters. */
export function requestFilterQueries(): string[] {
  const alone = groups.flat().flatMap((filter) => pages.map((page) => `${filter}&${page}`))
  const pairs = groups.flatMap((group, index) =>
    group.flatMap((one) =>
      groups
        .slice(index + 1)
        .flat()
        .map((other) => `${one}&${other}`),
    ),
  )
  return [...alone, ...pairs]
}
