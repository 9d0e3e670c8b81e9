import type { ComparedProduct } from '../../../src/catalog/map/compare.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { usualDays } from '../../../src/record/rules/period.ts'
import { absent, badge, display, severityBadge } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { words } from '../html/words.ts'
import { notApproved } from '../parts/canon-rule.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { changeOf } from './map/tile.ts'

type Row = { label: string; cell: (product: ComparedProduct) => Html }

/** The rows of the comparison of products, each with what it shows of a product. */
export const comparedRows: readonly Row[] = [
  {
    label: 'Status',
    cell: ({ portfolio_status, product_focus }) =>
      html`${badge(portfolio_status)} ${product_focus ? badge(product_focus) : null}`,
  },
  { label: 'Health', cell: ({ health_state }) => display('health_state', health_state) },
  { label: 'Next step', cell: ({ next_step }) => display('next_step', next_step) },
  { label: `Clicks, ${usualDays}\u00a0days`, cell: clicks },
  { label: 'Unresolved signals', cell: signals },
  { label: 'Open decisions', cell: decisions },
  { label: 'Open tasks', cell: tasks },
  {
    label: 'Apps',
    cell: ({ apps }) =>
      items(
        apps,
        ({ id, name, platform, implementation_status }) =>
          html`<a href=${recordAddress('apps', id)}>${visibleName({ id, name })} (${platform})</a> ${badge(implementation_status)}`,
      ),
  },
  { label: 'Store', cell: store },
  {
    label: 'Ratings',
    cell: ({ apps }) =>
      items(
        apps.filter(({ truth }) => truth?.rating != null),
        ({ platform, truth }) =>
          html`<strong>${truth?.rating}</strong> ${platform}${truth?.ratings_count == null ? null : html` <span class="muted">${truth.ratings_count.toLocaleString('en')} ratings</span>`}`,
      ),
  },
  {
    label: 'Best keywords',
    cell: ({ keywords }) =>
      items(
        keywords,
        ({ keyword, country, position, platform }) =>
          html`<strong>${position}</strong> ${keyword} <span class="muted">${country}, ${platform}</span>`,
      ),
  },
  {
    label: 'Canon rules that apply',
    cell: ({ rules }) =>
      items(
        rules,
        ({ id, title, trusted }) =>
          html`<a href=${recordAddress('canon-rules', id)}>${visibleName({ id, name: title })}</a> ${trusted ? null : notApproved}`,
      ),
  },
]

function items<Item>(list: readonly Item[], item: (item: Item) => Html): Html {
  return list.length === 0 ? absent : html`<ul>${list.map((each) => html`<li>${item(each)}</li>`)}</ul>`
}

function clicks(product: ComparedProduct): Html {
  const change = changeOf(product)
  if (!product.clicks || !change) return absent
  return html`<strong>${product.clicks.current.toLocaleString('en')}</strong>${' '}
    <span class="muted">${change.arrow} ${change.short}, ${change.text}</span>`
}

function signals({ slug, signals, worst }: ComparedProduct): Html {
  if (signals.length === 0) return absent
  const address = (filters: Record<string, string>) =>
    listAddress('signals', { product_slug: slug, unresolved: '1', ...filters })
  return html`
    <p>
      ${severest(signals).map(
        ({ severity, signal_type, count }) =>
          html`<a class="value" href=${address({ severity, signal_type })}>${count} ${severityBadge(severity, signal_type)} ${words(signal_type).toLowerCase()}</a> `,
      )}
    </p>
    ${items(worst, ({ id, title }) => html`<a href=${recordAddress('signals', id)}>${visibleName({ id, name: title })}</a>`)}
  `
}

const degrees = ['critical', 'high', 'medium', 'low']

function severest(signals: ComparedProduct['signals']): ComparedProduct['signals'] {
  const rank = ({ severity, signal_type }: (typeof signals)[number]) =>
    degrees.indexOf(severity) + (signal_type === 'growth-point' ? degrees.length : 0)
  return signals.toSorted((one, other) => rank(one) - rank(other))
}

const overdueMark = html`<span class="badge bad">Overdue</span>`

function decisions({ slug, decisions }: ComparedProduct): Html {
  return cut(
    decisions,
    listAddress('decisions', { product_slug: slug, status: 'active' }),
    ({ id, title, review_at, overdue }) => html`
    <a href=${recordAddress('decisions', id)}>${visibleName({ id, name: title })}</a> <span class="muted">review on ${review_at}</span> ${overdue ? overdueMark : null}`,
  )
}

function tasks({ slug, tasks }: ComparedProduct): Html {
  return cut(
    tasks,
    listAddress('tasks', { product_slug: slug }),
    ({ id, title, due_at, overdue }) => html`
    <a href=${recordAddress('tasks', id)}>${visibleName({ id, name: title })}</a> ${due_at ? html`<span class="muted">due on ${due_at}</span>` : null} ${overdue ? overdueMark : null}`,
  )
}

function cut<Item>(
  { total, items: shown }: { total: number; items: Item[] },
  href: string,
  item: (item: Item) => Html,
): Html {
  return html`${items(shown, item)}
    ${total > shown.length ? html`<p><a href=${href}>All ${total.toLocaleString('en')}</a></p>` : null}`
}

function store({ apps }: ComparedProduct): Html {
  return items(
    apps.flatMap(({ platform, truth }) => (truth ? [{ platform, truth }] : [])),
    ({ platform, truth: { version, installs_band, price, status, date } }) => html`${platform}:${' '}
      ${[version && `version ${version}`, installs_band && `${installs_band} installs`, price].filter(Boolean).join(', ')}
      ${status ? html`${' '}${badge(status)}` : null} <span class="muted">on ${date}</span>`,
  )
}
