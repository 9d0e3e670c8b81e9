import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Control, controlsOf } from '../../../../http/admin/form/controls.ts'
import { filterControls } from '../../../../http/admin/list/filters.ts'
import { allRecords } from '../../../../http/admin/records/index.ts'
import { recordCatalog } from '../../../../src/catalog/record-catalog.ts'
import { trendFields } from '../../../../src/catalog/trends/query.ts'
import { ActivityQuery } from '../../../../src/journal/activity.ts'
import { requestFilters } from '../../../../src/journal/request-log/request-filter.ts'
import { en } from '../../../../src/language/en/index.ts'
import { Phrase } from '../../../../src/language/phrase.ts'
import { NewChannel } from '../../../../src/notifications/channel/channel.ts'
import { NewWebhook } from '../../../../src/notifications/webhook/webhook.ts'
import { ClickComparisonQuery } from '../../../../src/operations/click/explore.ts'
import { OutcomesQuery } from '../../../../src/portfolio/decision/outcomes.ts'
import { GuardForm } from '../../../../src/portfolio/guard/set.ts'
import { InboxQuery } from '../../../../src/portfolio/proposal/inbox.ts'
import { type Enumeration, enumerationOf } from '../../../../src/record/rules/enumeration.ts'

const bodies = allRecords.flatMap(({ create, change, actions = [] }) => [
  ...[create, change].flatMap((form) =>
    form ? [form.body, ...(form.rows ?? []).map(({ body }) => body)] : [],
  ),
  ...actions.flatMap(({ body }) => body ?? []),
])
const queries = allRecords.map(({ list }) => list.query)
const others = [
  ActivityQuery,
  ClickComparisonQuery,
  InboxQuery,
  NewChannel,
  GuardForm,
  NewWebhook,
  OutcomesQuery,
]
const schemas: z.ZodObject[] = [
  ...allRecords.map(({ schema }) => schema),
  ...bodies,
  ...queries,
  ...others,
  z.object(requestFilters),
  z.object(trendFields),
]

const paging = ['page', 'per_page', 'with_total', 'limit', 'offset', 'cursor', 'sort']

it('has a label for every field that a page, a form, a filter or the history shows', () => {
  const columns = [...recordCatalog.values()].flatMap(({ entity }) =>
    Object.entries(entity.meta.properties).flatMap(([name, { hidden }]) => (hidden ? [] : name)),
  )
  const names = [...schemas.flatMap(({ shape }) => Object.keys(shape)), ...columns]
  const shown = new Set(names.filter((name) => !paging.includes(name)))
  expect([...shown].filter((name) => !Object.hasOwn(en.field, name))).toEqual([])
})

it('has the help of every control in Russian', () => {
  const controls = [
    ...bodies.flatMap(controlsOf),
    ...allRecords.flatMap(filterControls),
    ...others.flatMap((query) => filterControls({ list: { query } })),
  ]
  const russian = (help: Control['help']) => help instanceof Phrase && /[а-яё]/i.test(help.in('ru'))
  expect(controls.flatMap(({ name, help }) => (help && !russian(help) ? `${name}: ${help}` : []))).toEqual([])
})

const rules = schemas.flatMap(({ shape }) => Object.values(shape) as z.ZodType[])
const enumerations = new Set(rules.map(enumerationOf).filter((enumeration) => enumeration !== undefined))

it('has the label and the meaning of every value in both languages', () => {
  const incomplete = (enumeration: Enumeration) =>
    Object.entries(enumeration).flatMap(([value, { en, ru }]) =>
      en.length === ru.length && [...en, ...ru].every(Boolean) ? [] : value,
    )
  expect(enumerations.size).toBeGreaterThan(30)
  expect([...enumerations].flatMap(incomplete)).toEqual([])
})
