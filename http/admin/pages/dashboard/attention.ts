import { type Phrase, phrase } from '../../../../src/language/phrase.ts'
import { type AttentionItem, maxAttentionItems } from '../../../../src/operations/dashboard/attention.ts'
import { attentionKinds } from '../../../../src/portfolio/summary/attention.ts'
import type { Summary } from '../../../../src/portfolio/summary/summary.ts'
import { severities } from '../../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { values } from '../../../../src/record/rules/enumeration.ts'
import { type Html, html } from '../../html/html.ts'
import { linkTo } from '../../html/link-to.ts'
import { items, panel } from '../../html/panels.ts'
import { localized, rich, t } from '../../html/text.ts'
import { timestamp } from '../../html/time.ts'
import { severityBadge, valueBadge } from '../../html/value.ts'
import { listAddress, referenceAddress } from '../../record/address.ts'
import type { ShowOwner } from '../../record/person-link.ts'

const shownProblems = 9
const degrees = values(severities).toReversed() as string[]

const operationsProblems: Record<AttentionItem['type'], Phrase> = {
  application_without_owner: phrase('dashboard.applicationHasNoOwner'),
  application_without_clicks: phrase('dashboard.applicationHasNoClicks'),
  clicks_drop: phrase('dashboard.clicksDropped'),
  strategy_overdue: phrase('dashboard.strategyIsOverdue'),
  clicks_rejected: phrase('dashboard.clicksRejected'),
}

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
      const about = [product, recommended_action && localized(recommended_action)].filter(Boolean).join(': ')
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
      lead: valueBadge(severities, severity),
      title: visibleName({ id: entity.id, name: localized(title) }),
      text: operationsProblems[type],
      href: referenceAddress({ record_type: entity.type, record_id: entity.id }),
    })),
  ].sort((one, other) => degrees.indexOf(one.severity) - degrees.indexOf(other.severity))
  const more = problems.slice(shownProblems)
  return panel(
    'attention',
    t('dashboard.needsAttention'),
    html`
      ${items(problems.slice(0, shownProblems), t('dashboard.nothingNeedsAttention'))}
      ${more.length === 0 ? null : html`<details><summary>${t('dashboard.more', { count: more.length })}</summary>${items(more, '')}</details>`}
      ${total > need_attention.length ? portfolioLimit(need_attention.length, total) : null}
      ${operations.length < maxAttentionItems ? null : operationsLimit()}
    `,
  )
}

function portfolioLimit(shown: number, total: number): Html {
  return html`<p class="muted">
    ${rich('dashboard.portfolioLimit', {
      shown,
      total,
      signals: linkTo(listAddress('signals', { unresolved: '1' })),
      verdicts: linkTo(listAddress('decisions', { verdict_due: '1' })),
      reviews: linkTo(listAddress('decisions', { overdue: '1' })),
      tasks: linkTo(listAddress('tasks', { overdue: '1' })),
    })}
  </p>`
}

// `readAttention` does not count past the limit.
function operationsLimit(): Html {
  return html`<p class="muted">
    ${rich('dashboard.operationsLimit', {
      shown: maxAttentionItems,
      applications: linkTo(listAddress('applications')),
      strategies: linkTo(listAddress('strategies', { status: 'active' })),
    })}
  </p>`
}
