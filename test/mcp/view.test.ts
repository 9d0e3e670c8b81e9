import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { clean } from '../../mcp/clean.ts'
import { view } from '../../mcp/view.ts'

const record = z.object({
  id: z.int(),
  direction_slug: z.string(),
  product_slug: z.string(),
  note: z.string(),
})
const { render } = view(record, 'id', 'direction_slug', 'product_slug')
const row = { id: 1, direction_slug: 'fitness', product_slug: 'step-counter', note: 'Note' }

describe('a view of a record', () => {
  it('leaves the direction out of the compact form if the record has a product', () => {
    expect(render(row)).toEqual({ id: 1, product_slug: 'step-counter' })
    expect(render(row, { full: true })).toEqual(row)
    expect(render({ ...row, product_slug: null })).toMatchObject({ direction_slug: 'fitness' })
  })
})

describe('a truncated text', () => {
  const title = 'é'.repeat(50)
  const start = `${'é'.repeat(5)}… [truncated`

  it('names the route of the innermost record that has one', () => {
    const task = { id: 3, title, evidence: { title } }
    expect(clean({ id: 2, title, tasks: [task] }, 10, 'decisions')).toEqual({
      id: 2,
      title: `${start}; full text: GET /api/portfolio/decisions/2]`,
      tasks: [
        {
          id: 3,
          title: `${start}; full text: GET /api/portfolio/tasks/3]`,
          evidence: { title: `${start}; full text: GET /api/portfolio/tasks/3]` },
        },
      ],
    })
  })

  it.each([
    ['need_attention', { id: 4, type: 'risk' }, 'signals/4'],
    ['need_attention', { id: 4, type: 'decision_review' }, 'decisions/4'],
    ['need_attention', { id: 4, type: 'task' }, 'tasks/4'],
    ['canon', { id: 4 }, 'canon-rules/4'],
    ['results', { id: 4, kind: 'canon-rule' }, 'canon-rules/4'],
    ['results', { id: 4, kind: 'product', slug: 'step-counter' }, 'products/step-counter'],
  ])('names the route of a row of %s: %o', (key, fields, route) => {
    const [cleaned] = clean([{ ...fields, title }], 10, key) as [typeof fields & { title: string }]
    expect(cleaned.title).toBe(`${start}; full text: GET /api/portfolio/${route}]`)
  })

  it('in a change names the route of the change feed, also if the changed field is named like a kind', () => {
    const change = { entity: 'decision', id: 5, changes: { decision: { from: title } } }
    expect(clean([change], 10, 'changes')).toEqual([
      {
        ...change,
        changes: { decision: { from: `${start}; full text: GET /api/portfolio/changes]` } },
      },
    ])
  })

  it('names no route outside a record', () => {
    expect(clean({ title, direction: { title } }, 10)).toEqual({
      title: `${start}]`,
      direction: { title: `${start}]` },
    })
  })
})
