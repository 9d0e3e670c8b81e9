import { type AttentionItem, maxAttentionItems } from '../../../../src/operations/dashboard/attention.ts'
import { attentionKinds } from '../../../../src/portfolio/summary/attention.ts'
import { maxSummaryRows, type Summary } from '../../../../src/portfolio/summary/summary.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { badge, severityBadge } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { items, panel } from '../../html/panels.ts'
import { words } from '../../html/words.ts'
import { listAddress, referenceAddress } from '../../record/address.ts'

const shownProblems = 9
const severities = ['critical', 'high', 'medium', 'low']

/** Renders what needs attention in the portfolio and in operations, the most severe first. */
export function attentionPanel(
  { need_attention, products }: Pick<Summary, 'need_attention' | 'products'>,
  operations: AttentionItem[],
): Html {
  const names = new Map(products.map(({ slug, name }) => [slug, name]))
  const problems = [
    ...need_attention.map(({ id, type, severity, title, recommended_action, product_slug: slug }) => {
      const product = slug && (names.get(slug) ?? slug)
      return {
        severity,
        lead: severityBadge(severity, type),
        title: visibleName({ id, name: title }),
        text: [product, recommended_action].filter(Boolean).join(': '),
        href: referenceAddress({ record_type: attentionKinds[type], record_id: id }),
      }
    }),
    ...operations.map(({ severity, title, entity, type }) => ({
      severity,
      lead: badge(severity),
      title: visibleName({ id: entity.id, name: title }),
      text: words(type),
      href: referenceAddress({ record_type: entity.type, record_id: entity.id }),
    })),
  ].sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
  const more = problems.slice(shownProblems)
  return panel(
    'attention',
    'Needs attention',
    html`
      ${items(problems.slice(0, shownProblems), 'Nothing needs attention.')}
      ${more.length === 0 ? null : html`<details><summary>${more.length} more</summary>${items(more, '')}</details>`}
      ${need_attention.length < maxSummaryRows.need_attention ? null : portfolioLimit}
      ${operations.length < maxAttentionItems ? null : operationsLimit}
    `,
  )
}

// Both lists are cut by the functions that read them, which do not count past the limit.
const portfolioLimit = html`<p class="muted">
  Only the first ${maxSummaryRows.need_attention} portfolio items are included. There may be more in${' '}
  <a href=${listAddress('signals', { unresolved: '1' })}>unresolved signals</a>,${' '}
  <a href=${listAddress('decisions', { overdue: '1' })}>overdue decisions</a> and${' '}
  <a href=${listAddress('tasks', { overdue: '1' })}>overdue tasks</a>.
</p>`
const operationsLimit = html`<p class="muted">
  Only the first ${maxAttentionItems} operations items are included. There may be more in${' '}
  <a href=${listAddress('applications')}>applications</a> and${' '}
  <a href=${listAddress('strategies', { status: 'active' })}>active strategies</a>.
</p>`
