import { describe, expect, it } from 'vitest'
import { catalogFaults, literalTexts, unusedKeys } from '../../scripts/texts.ts'

const english = {
  task: {
    saved: 'Task saved.',
    count: '{count, plural, one {# task} other {# tasks}}',
    link: 'See <a>the tasks</a> of {name}.',
    api: 'API',
  },
}
const russian = {
  task: {
    saved: 'Задача сохранена.',
    count: '{count, plural, one {# задача} few {# задачи} many {# задач} other {# задачи}}',
    link: '<a>Задачи</a>: {name}.',
    api: 'API',
  },
}

function faultsOf(texts: Partial<typeof russian.task>): string[] {
  return catalogFaults('ru', { task: { ...russian.task, ...texts } }, english)
}

describe('the check of the catalogs', () => {
  it('accepts texts with all arguments, tags and plural forms', () => {
    expect(faultsOf({})).toEqual([])
    expect(catalogFaults('en', english, english)).toEqual([])
  })

  it.each([
    ['an English text', { saved: 'Task saved.' }, 'is not translated'],
    [
      'a plural without forms',
      { count: '{count, plural, one {# задача} other {# задач}}' },
      'lacks the plural few, many',
    ],
    ['another argument', { link: '<a>Задачи</a>: {title}.' }, 'has the arguments a,title, not a,name'],
    ['a lost tag', { link: 'Задачи: {name}.' }, 'has the arguments name, not a,name'],
    ['English quotation marks', { saved: '“Задача” сохранена.' }, 'has quotation marks of another language'],
    ['a hyphen in place of a dash', { saved: 'Задача - сохранена.' }, 'has a hyphen in place of a dash'],
  ])('reports %s', (_what, texts, fault) => {
    expect(faultsOf(texts)).toEqual([expect.stringContaining(fault)])
  })

  it('reports an English plural without its forms', () => {
    const catalog = { task: { ...english.task, count: '{count, plural, other {# tasks}}' } }
    expect(catalogFaults('en', catalog, english)).toEqual([expect.stringContaining('lacks the plural one')])
  })
})

describe('the check for unused texts', () => {
  it('reports a text that no source names', () => {
    expect(unusedKeys(english, ["t('task.saved') t('task.count', { count }) phrase('task.link')"])).toEqual([
      'task.api is not used',
    ])
  })

  it('counts the texts of a kind of record by their names', () => {
    const source =
      "texts: 'task' recordText(pages, 'saved') recordPhrase(pages, 'count', { count }) t('task.link') t('task.api')"
    expect(unusedKeys(english, [source])).toEqual([])
    expect(unusedKeys(english, [source.replace("texts: 'task'", '')])).toHaveLength(2)
  })
})

describe('the check for literal texts', () => {
  it.each([
    ['text in markup', 'html`<p>Nothing matches</p>`'],
    ['text beside a value', 'html`<p>by $' + '{name}</p>`'],
    ['an attribute that is read aloud', 'html`<a aria-label="Next" href="/x">$' + '{icon}</a>`'],
    ['a label', "const preset = { label: 'Open' }"],
    ['a sentence with a value', 'const done = `Password of $' + '{name} changed.`'],
  ])('reports %s', (_what, source) => {
    expect(literalTexts('page.ts', source)).toHaveLength(1)
  })

  it.each([
    [
      'names for programs',
      'html`<p class="badge bad"><code>GET</code> <kbd>n</kbd> ${t(\'task.saved\')}</p>`',
    ],
    ['punctuation', 'html`<p>$' + '{one} · $' + '{other}</p>`'],
    ['keys and addresses', "const link = { key: 'task.saved', href: '/admin/tasks', type: 'text/html' }"],
  ])('accepts %s', (_what, source) => {
    expect(literalTexts('page.ts', source)).toEqual([])
  })
})
