import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { parse } from 'yaml'
import { makeWorld } from '../support/world.ts'

const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8')
const dashboard = JSON.parse(read('monitoring/dashboard.json'))
const alerts: Alert[] = parse(read('monitoring/alerts.yaml')).groups.flatMap(
  ({ rules }: { rules: Alert[] }) => rules,
)

type Alert = { alert: string; expr: string; annotations: Record<string, string> }
type Panel = { title: string; targets?: { expr: string }[] }

const queries: [string, string][] = [
  ...dashboard.panels.flatMap(({ title, targets = [] }: Panel) => targets.map(({ expr }) => [title, expr])),
  ...dashboard.templating.list
    .filter(({ definition }: { definition?: string }) => definition)
    .map(({ name, definition }: Record<string, string>) => [name, definition]),
  ...alerts.map(({ alert, expr }) => [alert, expr]),
]

// Added by Prometheus.
const addedLabels = ['job', 'instance']
const addedMetrics = ['up']

/** The values of each label of each metric of a server that uses everything. */
const metrics = new Map<string, Map<string, Set<string>>>()
beforeAll(async () => {
  const { app, send } = await makeWorld(
    { PUBLIC_URL: '', DATABASE_REPLICA_URLS: inject('server'), REDIS_URL: 'redis://127.0.0.1:1' },
    { secretKey: randomBytes(32) },
  )
  await send('GET', '/api/portfolio/products')
  // A value that takes longer than a second is left out.
  let body = ''
  const isComplete = async () => {
    body = (await app.inject('/metrics')).body
    const slow = [
      'change_feed_lag_seconds ',
      'database_replica_lag_seconds{',
      'notification_oldest_waiting_seconds ',
    ]
    return slow.every((name) => body.includes(name))
  }
  await vi.waitUntil(isComplete, { timeout: 10_000 })
  for (const [, name = '', labels = ''] of body.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = metrics.get(name) ?? new Map<string, Set<string>>()
    metrics.set(name, known)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value))
  }
})

it.each(queries)('the query of %s uses only metrics, labels and values that exist: %s', (_title, query) => {
  const { selectors, groupedBy } = parts(query)
  expect(selectors).not.toEqual([])
  for (const { name, matchers } of selectors) {
    if (addedMetrics.includes(name)) continue
    expect([...metrics.keys()]).toContain(name)
    for (const { label, value } of matchers.filter((matcher) => !addedLabels.includes(matcher.label))) {
      expect([...(metrics.get(name)?.keys() ?? [])]).toContain(label)
      // No request of this server fails.
      if (label === 'status') expect(value).toMatch(/^[1-5]xx$/)
      else expect([...(metrics.get(name)?.get(label) ?? [])]).toContain(value)
    }
  }
  const labels = selectors.flatMap(({ name }) => [...(metrics.get(name)?.keys() ?? [])])
  for (const label of groupedBy) expect([...labels, ...addedLabels]).toContain(label)
})

describe('each alert', () => {
  const headings = [...read('operations.md').matchAll(/^#+ (.*)$/gm)].map(
    ([, heading = '']) =>
      `docs/operations.md#${heading
        .toLowerCase()
        .replaceAll(' ', '-')
        .replace(/[^\w-]/g, '')}`,
  )

  it.each(alerts)('says what happens and what to do: $alert', ({ annotations }) => {
    expect(annotations.summary).toMatch(/\w/)
    expect(annotations.description).toMatch(/\.$/)
    expect(headings).toContain(annotations.runbook)
  })
})

it('alerts on every metric for which the table in operations.md names a limit', () => {
  const rows = [...read('operations.md').matchAll(/^\| (`[^|]*) \| [^|]* \| ([^|]+) \|$/gm)]
  const limited = rows
    .filter(([, , limit = '']) => limit.trim())
    .map(([, name = '']) => /\w+/.exec(name)?.[0])
  expect(limited.length).toBeGreaterThan(5)
  for (const name of limited) expect(alerts.map(({ expr }) => expr).join()).toContain(name)
})

/** Returns the metrics that a query of PromQL selects, with their matchers, and the labels that it groups by. */
function parts(query: string) {
  const groupings = /\b(?:by|without|on|ignoring) \(([^)]*)\)/g
  const groupedBy = [...query.matchAll(groupings)].flatMap(([, labels = '']) => labels.split(', '))
  const bare = query
    .replace(/^label_values\((.*), \w+\)$/, '$1')
    .replace(groupings, '')
    .replace(/\[[^\]]*\]/g, '')
  const selectors = [...bare.matchAll(/([a-z_]\w*)(?:\{([^}]*)\}|(?!\w|\s*\())/g)]
    .map(([, name = '', text = '']) => ({ name, matchers: matchersOf(text) }))
    .filter(({ name }) => !['or', 'and', 'unless'].includes(name))
  return { selectors, groupedBy }
}

function matchersOf(text: string) {
  return [...text.matchAll(/(\w+)\s*=~?\s*"([^"]*)"/g)].map(([, label = '', value = '']) => ({
    label,
    value,
  }))
}
