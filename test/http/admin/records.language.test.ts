import { describe, expect, it } from 'vitest'
import { inLanguage, localized } from '../../../http/admin/html/text.ts'
import { weekPresets } from '../../../http/admin/list/presets.ts'
import { titleOf } from '../../../http/admin/record/links.ts'
import type { RecordPages } from '../../../http/admin/record/record.ts'
import { recordText, typeLabel } from '../../../http/admin/record/record-text.ts'
import { allRecords } from '../../../http/admin/records/index.ts'
import { recordCatalog } from '../../../src/catalog/record-catalog.ts'
import type { Message } from '../../../src/record/fault.ts'

const row = { id: 1, claim: { by: { id: 1, type: 'portfolio_token', name: 'Agent' } } }

/** Returns what a description says. Presets by week are those of another file. */
function textsOf(pages: RecordPages): Message[] {
  const { about, usualOrder, headings = {}, presets = [], groups = [], sections = [], actions = [] } = pages
  const rows = [...(pages.create?.rows ?? []), ...(pages.change?.rows ?? [])]
  return [
    about,
    usualOrder?.about ?? [],
    Object.values(headings),
    presets.filter((preset) => !weekPresets.includes(preset)).map(({ label }) => label),
    [...groups, ...sections].map(({ label }) => label),
    actions.flatMap(({ label, done, confirm = [] }) => [
      label,
      done,
      typeof confirm === 'function' ? confirm(row) : confirm,
    ]),
    rows.map(({ about = [], labels = {}, fixed }) => [about, Object.values(labels), fixed?.reason ?? []]),
  ].flat(3)
}

describe('the description of a kind of record', () => {
  it.each(allRecords)('is in the language of the page: $collection', (pages) => {
    for (const text of textsOf(pages)) {
      expect(localized(text)).toMatch(/^[A-Z]|^(active|unfinished|unresolved) first/)
      expect(inLanguage('ru', () => localized(text))).toMatch(/[а-яё]/i)
    }
    expect(inLanguage('ru', () => recordText(pages, 'count', { count: 5 }))).toMatch(/^5 [а-яё]/)
    expect(inLanguage('ru', () => titleOf(pages, { id: 7 }))).toMatch(/^[А-ЯЁ].* 7$/)
  })

  it('is in English unless the page is in Russian', () => {
    const [signals] = allRecords.filter(({ collection }) => collection === 'signals')
    const resolve = signals?.actions?.[0]
    expect(JSON.stringify([signals?.about, resolve?.done])).toBe(
      '["Problems, risks and growth points of products, apps and directions.","Signal resolved."]',
    )
  })
})

it('names every type of record in both languages', () => {
  for (const type of recordCatalog.keys()) {
    expect(typeLabel(type)).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/)
    expect(inLanguage('ru', () => typeLabel(type))).toMatch(/^[А-ЯЁ][а-яё]+/)
  }
  expect(typeLabel('constructor')).toBe('Constructor')
})
