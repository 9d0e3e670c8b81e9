import { type AttentionItem, maxAttentionItems } from '../../../../src/operations/dashboard/attention.ts'
import { attentionKinds } from '../../../../src/portfolio/summary/attention.ts'
import type { Summary } from '../../../../src/portfolio/summary/summary.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { badge, severityBadge } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { items, panel } from '../../html/panels.ts'
import { told } from '../../html/text.ts'
import { timestamp } from '../../html/time.ts'
import { words } from '../../html/words.ts'
import { listAddress, referenceAddress } from '../../record/address.ts'
import type { ShowOwner } from '../../record/person-link.ts'

const shownProblems = 9
const severities = ['critical', 'high', 'medium', 'low']

/** Renders what needs attention in the portfolio and in operations, the most severe first. */
export function attentionPanel(
  {
    need_attention,
    need_attention_total: total,
    products,
  }: Pick<Summary, 'need_attention' | 'need_attention_total' | 'products'>,
  operations: AttentionItem[],
  show: ShowOwner,
): Html {
  const names = new Map(products.map(({ slug, name }) => [slug, name]))
  const problems = [
    ...need_attention.map((item) => {
      const { id, type, severity, title, recommended_action, product_slug: slug, owner, created_at } = item
      const product = slug && (names.get(slug) ?? slug)
      const about = [product, recommended_action].filter(Boolean).join(': ')
      return {
        severity,
        lead: severityBadge(severity, type),
        title: visibleName({ id, name: title }),
        text: html`${about && `${about} · `}${owner !== null && html`${show(owner)} · `}${timestamp(created_at)}`,
        href: referenceAddress({ record_type: attentionKinds[type], record_id: id }),
      }
    }),
    ...operations.map(({ severity, title, entity, type }) => ({
      severity,
      lead: badge(severity),
      title: visibleName({ id: entity.id, name: told(title) }),
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
      ${total > need_attention.length ? portfolioLimit(need_attention.length, total) : null}
      ${operations.length < maxAttentionItems ? null : operationsLimit}
    `,
  )
}

const portfolioLimit = (shown: number, total: number) => html`<p class="muted">
  Only the first ${shown} of ${total.toLocaleString('en')} portfolio items are included. The others are in${' '}
  <a href=${listAddress('signals', { unresolved: '1' })}>unresolved signals</a>,${' '}
  <a href=${listAddress('decisions', { verdict_due: '1' })}>due verdicts</a>,${' '}
  <a href=${listAddress('decisions', { overdue: '1' })}>overdue reviews</a> and${' '}
  <a href=${listAddress('tasks', { overdue: '1' })}>overdue tasks</a>.
</p>`
// `readAttention` does not count past the limit.
const operationsLimit = html`<p class="muted">
  Only the first ${maxAttentionItems} operations items are included. There may be more in${' '}
  <a href=${listAddress('applications')}>applications</a> and${' '}
  <a href=${listAddress('strategies', { status: 'active' })}>active strategies</a>.
</p>`
