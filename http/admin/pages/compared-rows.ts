import type { ComparedProduct } from '../../../src/catalog/map/compare.ts'
import {
  appPlatforms,
  implementationStatuses,
  portfolioStatuses,
  productFocuses,
  storeStatuses,
} from '../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { usualDays } from '../../../src/record/rules/period.ts'
import { absent, display } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { numberText, rich, t } from '../html/text.ts'
import { dayText } from '../html/time.ts'
import { severityBadge, valueBadge, valueLabel } from '../html/value.ts'
import { fieldLabel } from '../html/words.ts'
import { notApproved } from '../parts/canon-rule.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { changeOf } from './map/tile.ts'

type Row = { label: () => string; cell: (product: ComparedProduct) => Html }

/** The rows of the comparison of products, each with what it shows of a product. */
export const comparedRows: readonly Row[] = [
  {
    label: () => fieldLabel('portfolio_status'),
    cell: ({ portfolio_status, product_focus }) =>
      html`${valueBadge(portfolioStatuses, portfolio_status)} ${product_focus ? valueBadge(productFocuses, product_focus) : null}`,
  },
  {
    label: () => fieldLabel('health_state'),
    cell: ({ health_state }) => display('health_state', health_state),
  },
  { label: () => fieldLabel('next_step'), cell: ({ next_step }) => display('next_step', next_step) },
  { label: () => t('dashboard.clicks', { days: usualDays }), cell: clicks },
  { label: () => t('compare.unresolvedSignals'), cell: signals },
  { label: () => t('compare.openDecisions'), cell: decisions },
  { label: () => t('compare.openTasks'), cell: tasks },
  {
    label: () => t('app.list'),
    cell: ({ apps }) =>
      items(
        apps,
        ({ id, name, platform, implementation_status }) =>
          html`<a href=${recordAddress('apps', id)}>${visibleName({ id, name })} (${valueLabel(appPlatforms, platform)})</a> ${valueBadge(implementationStatuses, implementation_status)}`,
      ),
  },
  { label: () => t('compare.store'), cell: store },
  {
    label: () => t('compare.ratings'),
    cell: ({ apps }) =>
      items(
        apps.filter(({ truth }) => truth?.rating != null),
        ({ platform, truth }) =>
          html`<strong>${truth && truth.rating !== null ? numberText(truth.rating) : null}</strong> ${valueLabel(appPlatforms, platform)}${truth?.ratings_count == null ? null : html` <span class="muted">${t('compare.numberOfRatings', { count: truth.ratings_count })}</span>`}`,
      ),
  },
  {
    label: () => t('compare.bestKeywords'),
    cell: ({ keywords }) =>
      items(
        keywords,
        ({ keyword, country, position, platform }) =>
          html`<strong>${position}</strong> ${keyword} <span class="muted">${country}, ${valueLabel(appPlatforms, platform)}</span>`,
      ),
  },
  {
    label: () => t('compare.rulesThatApply'),
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
  return html`<strong>${numberText(product.clicks.current)}</strong>${' '}
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
          html`<a class="value" href=${address({ severity, signal_type })}>${rich('compare.signals', { count, severity: severityBadge(severity, signal_type), type: signal_type })}</a> `,
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

const overdueMark = () => html`<span class="badge bad">${t('myDay.overdue')}</span>`

function decisions({ slug, decisions }: ComparedProduct): Html {
  return cut(
    decisions,
    listAddress('decisions', { product_slug: slug, status: 'active' }),
    ({ id, title, review_at, overdue }) => html`
    <a href=${recordAddress('decisions', id)}>${visibleName({ id, name: title })}</a> <span class="muted">${t('compare.reviewOn', { day: dayText(review_at) })}</span> ${overdue ? overdueMark() : null}`,
  )
}

function tasks({ slug, tasks }: ComparedProduct): Html {
  return cut(
    tasks,
    listAddress('tasks', { product_slug: slug }),
    ({ id, title, due_at, overdue }) => html`
    <a href=${recordAddress('tasks', id)}>${visibleName({ id, name: title })}</a> ${due_at ? html`<span class="muted">${t('compare.dueOn', { day: dayText(due_at) })}</span>` : null} ${overdue ? overdueMark() : null}`,
  )
}

function cut<Item>(
  { total, items: shown }: { total: number; items: Item[] },
  href: string,
  item: (item: Item) => Html,
): Html {
  return html`${items(shown, item)}
    ${total > shown.length ? html`<p><a href=${href}>${t('myDay.all', { count: total })}</a></p>` : null}`
}

function store({ apps }: ComparedProduct): Html {
  return items(
    apps.flatMap(({ platform, truth }) => (truth ? [{ platform, truth }] : [])),
    ({
      platform,
      truth: { version, installs_band, price, status, date },
    }) => html`${valueLabel(appPlatforms, platform)}:${' '}
      ${[version && t('compare.version', { version }), installs_band && t('compare.installs', { band: installs_band }), price].filter(Boolean).join(', ')}
      ${status ? html`${' '}${valueBadge(storeStatuses, status)}` : null} <span class="muted">${t('compare.dayPhrase', { day: dayText(date) })}</span>`,
  )
}
