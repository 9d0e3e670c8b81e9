import type { ShownWeek, Week } from '../../../../src/catalog/week/read.ts'
import { priorities } from '../../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { type Html, html } from '../../html/html.ts'
import { cards, items, panel } from '../../html/panels.ts'
import { numberText, rich, t } from '../../html/text.ts'
import { dayText, timestamp } from '../../html/time.ts'
import { severityBadge, valueBadge } from '../../html/value.ts'
import { recordAddress } from '../../record/address.ts'
import type { ShowOwner } from '../../record/person-link.ts'
import { presentLinks } from './links.ts'
import { more } from './more.ts'
import { duePanel } from './verdicts.ts'

/** Renders what waits for a decision now. Empty lists are left out: their cards say 0. */
export function nowSection(week: ShownWeek, waiting: number, today: string, show: ShowOwner): Html {
  const { signals, tasks, meta } = week
  const { unresolved_critical: critical } = signals
  const counts = [
    { label: t('dashboard.proposalsWaiting'), count: waiting, href: presentLinks.proposals, tone: 'warn' },
    { label: t('week.verdictsDue'), count: meta.verdicts.due, href: presentLinks.verdicts, tone: 'warn' },
    {
      label: t('dashboard.criticalSignals'),
      count: meta.signals.unresolved_critical,
      href: presentLinks.critical,
      tone: 'bad',
    },
    { label: t('week.overdueTasks'), count: meta.tasks.overdue, href: presentLinks.overdue, tone: 'bad' },
  ] as const
  const lists = [
    duePanel(week, today, show),
    criticalPanel(critical, meta.signals.unresolved_critical),
    overduePanel(tasks.overdue, meta.tasks.overdue, show),
  ].filter((list) => list !== null)
  return html`
    <section class="part of-week" aria-labelledby="now">
      <h2 id="now">${t('week.waitsForDecision')}</h2>
      ${cards(
        counts.map(({ count, tone, ...card }) => ({
          ...card,
          value: numberText(count),
          tone: count > 0 ? tone : undefined,
        })),
      )}
      ${lists.length > 0 && html`<div class="panels">${lists}</div>`}
    </section>
  `
}

function criticalPanel(rows: Week['signals']['unresolved_critical'], total: number): Html {
  if (rows.length === 0) return null
  const list = rows.map(({ id, title, signal_type, created_at }) => ({
    lead: severityBadge('critical', signal_type),
    title: visibleName({ id, name: title }),
    text: rich('week.openSince', { time: timestamp(created_at) }),
    href: recordAddress('signals', id),
  }))
  return panel(
    'critical',
    t('dashboard.criticalSignals'),
    html`${items(list, '')} ${more(total, rows.length, presentLinks.critical)}`,
  )
}

function overduePanel(rows: Week['tasks']['overdue'], total: number, show: ShowOwner): Html {
  if (rows.length === 0) return null
  const ownerText = (owner: string | null) => (owner === null ? t('week.withoutOwner') : show(owner))
  const list = rows.map(({ id, title, due_at, owner, priority }) => ({
    lead: valueBadge(priorities, priority),
    title: visibleName({ id, name: title }),
    text: due_at ? rich('week.dueOn', { day: dayText(due_at), owner: ownerText(owner) }) : ownerText(owner),
    href: recordAddress('tasks', id),
  }))
  return panel(
    'overdue',
    t('week.overdueTasks'),
    html`${items(list, '')} ${more(total, rows.length, presentLinks.overdue)}`,
  )
}
