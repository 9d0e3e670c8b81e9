import { comparedProducts } from '../../../../src/catalog/map/compare.ts'
import type { AgentActivity } from '../../../../src/journal/agent-activity.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import { type FocusItem, maxFocusItems } from '../../../../src/operations/dashboard/focus.ts'
import type { OpenSignals } from '../../../../src/portfolio/summary/attention.ts'
import type { Summary } from '../../../../src/portfolio/summary/summary.ts'
import { portfolioStatuses } from '../../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { actorAddress } from '../../history/change-item.ts'
import { type Html, html } from '../../html/html.ts'
import { linkTo } from '../../html/link-to.ts'
import { items, panel } from '../../html/panels.ts'
import { numberText, pageLocale, rich, t } from '../../html/text.ts'
import { dayText } from '../../html/time.ts'
import { severityBadge, valueBadge } from '../../html/value.ts'
import { fieldLabel, inSentence } from '../../html/words.ts'
import { compareAddress, compareButton } from '../../parts/compare-form.ts'
import { listAddress, recordAddress, referenceAddress } from '../../record/address.ts'

const shownProducts = 8

/** Renders what to work on next. */
export function focusPanel(focus: FocusItem[]): Html {
  const list = focus.map(({ title, reason, entity, due_on }) => ({
    lead: due_on
      ? html`<time datetime=${due_on}>${dayText(due_on)}</time>`
      : html`<span class="badge">${t(`${entity.type}.name`)}</span>`,
    title: visibleName({ id: entity.id, name: title }),
    text: reason,
    href: referenceAddress({ record_type: entity.type, record_id: entity.id }),
  }))
  return panel(
    'focus',
    t('dashboard.focus'),
    html`${items(list, t('dashboard.nothingIsDue'))} ${list.length < maxFocusItems ? null : focusLimit()}`,
  )
}

// The list is cut by the function that reads it, which does not count past the limit. No list selects the same records.
function focusLimit(): Html {
  return html`<p class="muted">
    ${rich('dashboard.focusLimit', {
      shown: maxFocusItems,
      strategies: linkTo(listAddress('strategies', { status: 'active', sort: 'ends_on' })),
      applications: linkTo(listAddress('applications', { status: 'active' })),
    })}
  </p>`
}

/** Returns whether any of the signals of a severity is a problem or a risk. Growth points do no harm. */
export function isHarmful({ problems, risks }: OpenSignals): boolean {
  return problems + risks > 0
}

/** Renders the unresolved signals of each severity, with the share of each type as a bar. */
export function signalPanel(signals: OpenSignals[]): Html {
  const most = Math.max(1, ...signals.map(({ total }) => total))
  return panel(
    'signals',
    t('dashboard.openSignals'),
    html`<div class="table" tabindex="0" role="region" aria-label=${t('dashboard.openSignalsTable')}>
      <table>
        <thead>
          <tr>
            <th scope="col">${fieldLabel('severity')}</th>
            <th scope="col" class="number">${t('dashboard.open')}</th>
            <th scope="col"><span class="visually-hidden">${t('dashboard.shareOfTypes')}</span></th>
            ${signalTypes.map(({ label, tone }) => html`<th scope="col" class=${`number key tone-${tone}`}>${label}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${signals.map(
            (row) => html`<tr>
              <th scope="row">${severityBadge(row.severity, isHarmful(row) || row.total === 0 ? undefined : 'growth-point')}</th>
              <td class="number">${signalLink(row.total, { severity: row.severity })}</td>
              <td>${shares(row, most)}</td>
              ${signalTypes.map(({ name, signal_type }) => html`<td class="number">${signalLink(row[name], { severity: row.severity, signal_type })}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`,
  )
}

const signalTypes = [
  { name: 'problems', signal_type: 'problem', label: phrase('dashboard.problems'), tone: 'bad' },
  { name: 'risks', signal_type: 'risk', label: phrase('dashboard.risks'), tone: 'warn' },
  {
    name: 'growth_points',
    signal_type: 'growth-point',
    label: phrase('dashboard.growthPoints'),
    tone: 'good',
  },
] as const

function signalLink(count: number, filters: Record<string, string>): Html {
  const address = listAddress('signals', { unresolved: '1', ...filters })
  return html`<a href=${address}>${numberText(count)}</a>`
}

function shares(row: OpenSignals, most: number): Html {
  let x = 0
  return html`<svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    ${signalTypes.map(({ name, tone }) => {
      const width = (row[name] / most) * 100
      x += width
      return html`<rect class=${`tone-${tone}`} x=${x - width} y="0" width=${width} height="6" />`
    })}
  </svg>`
}

/** Renders the changes of each agent on each of the last seven days, today included. */
export function agentPanel(agents: AgentActivity[]): Html {
  const days = agents[0]?.days ?? []
  const most = Math.max(1, ...agents.flatMap((agent) => agent.days.map(({ changes }) => changes)))
  return panel(
    'agents',
    t('dashboard.changesByAgents'),
    agents.length === 0
      ? html`<p class="absent">${t('dashboard.noChangesByAgents')}</p>`
      : html`<div class="table" tabindex="0" role="region" aria-label=${t('dashboard.changesByAgentsTable')}>
        <table>
          <thead>
            <tr>
              <th scope="col">${t('agent.name')}</th>
              <th scope="col" class="number">${t('dashboard.total')}</th>
              ${days.map(({ date }, index) => html`<th scope="col" class="number">${weekday(date, index === days.length - 1)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${agents.map(
              ({ actor, total, days }) => html`<tr>
                <th scope="row">${visibleName(actor)}</th>
                <td class="number"><a href=${actorAddress(actor, days[0] && { since: days[0].date })}>${numberText(total)}</a></td>
                ${days.map(({ date, changes }) => html`<td class=${`number heat-${Math.ceil((changes / most) * 3)}`}>${changes === 0 ? '·' : html`<a href=${actorAddress(actor, { since: date, until: date })}>${numberText(changes)}</a>`}</td>`)}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>`,
  )
}

function weekday(date: string, isToday: boolean): Html {
  const name = isToday
    ? t('myDay.today')
    : new Date(date).toLocaleDateString(pageLocale(), { weekday: 'short', timeZone: 'UTC' })
  return html`<time datetime=${date} title=${dayText(date)}>${name}</time>`
}

/** Renders the first products of the portfolio, the favourites first, with a link to all of them. */
export function productPanel({ portfolio, products }: Pick<Summary, 'portfolio' | 'products'>): Html {
  const list = products
    .slice(0, shownProducts)
    .map(({ slug, name, portfolio_status, health_state, is_favorite }) => ({
      lead: html`<input type="checkbox" name="ids" value=${slug} aria-label=${t('dashboard.compare', { name: visibleName({ id: slug, name }) })} /> ${valueBadge(portfolioStatuses, portfolio_status)}`,
      title: `${is_favorite ? '★ ' : ''}${visibleName({ id: slug, name })}`,
      text:
        health_state === null
          ? t('dashboard.unknownHealth')
          : t('dashboard.productHealth', { health: inSentence(health_state) }),
      href: recordAddress('products', slug),
    }))
  return panel(
    'products',
    html`<a href=${listAddress('products')}>${t('product.list')}</a>`,
    html`<form method="get" action=${compareAddress} class="ticks">
        ${items(list, t('product.none'), true)} ${list.length < comparedProducts.min ? null : compareButton}
      </form>
      ${
        portfolio.products_count > list.length
          ? html`<p><a href=${listAddress('products')}>${t('dashboard.allProducts', { count: portfolio.products_count })}</a></p>`
          : null
      }`,
  )
}
