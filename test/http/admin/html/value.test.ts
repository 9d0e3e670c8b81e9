import { expect, it } from 'vitest'
import { render } from '../../../../http/admin/html/html.ts'
import { severityBadge } from '../../../../http/admin/html/value.ts'

it.each([
  ['critical', 'problem', 'bad'],
  ['critical', 'risk', 'bad'],
  ['high', 'risk', 'warn'],
  ['critical', 'growth-point', 'good'],
])('the color of a severity depends on the type of the signal: %s %s is %s', (severity, type, tone) => {
  expect(render(severityBadge(severity, type), 'UTC')).toContain(`class="badge ${tone}"`)
})
