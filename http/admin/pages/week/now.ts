import type { ShownWeek, Week } from '../../../../src/catalog/week/read.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { badge, severityBadge } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { cards, items, panel } from '../../html/panels.ts'
import { timestamp } from '../../html/time.ts'
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
    { label: 'Proposals waiting', count: waiting, href: presentLinks.proposals, tone: 'warn' },
    { label: 'Verdicts due', count: meta.verdicts.due, href: presentLinks.verdicts, tone: 'warn' },
    {
      label: 'Critical signals',
      count: meta.signals.unresolved_critical,
      href: presentLinks.critical,
      tone: 'bad',
    },
    { label: 'Overdue tasks', count: meta.tasks.overdue, href: presentLinks.overdue, tone: 'bad' },
  ] as const
  const lists = [
    duePanel(week, today, show),
    criticalPanel(critical, meta.signals.unresolved_critical),
    overduePanel(tasks.overdue, meta.tasks.overdue, show),
  ].filter((list) => list !== null)
  return html`
    <section class="part of-week" aria-labelledby="now">
      <h2 id="now">Waits for a decision now</h2>
      ${cards(
        counts.map(({ count, tone, ...card }) => ({
          ...card,
          value: count.toLocaleString('en'),
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
    text: html`open since ${timestamp(created_at)}`,
    href: recordAddress('signals', id),
  }))
  return panel(
    'critical',
    'Critical signals',
    html`${items(list, '')} ${more(total, rows.length, presentLinks.critical)}`,
  )
}

function overduePanel(rows: Week['tasks']['overdue'], total: number, show: ShowOwner): Html {
  if (rows.length === 0) return null
  const list = rows.map(({ id, title, due_at, owner, priority }) => ({
    lead: badge(priority),
    title: visibleName({ id, name: title }),
    text: html`${due_at && `due on ${due_at}, `}${owner === null ? 'without owner' : show(owner)}`,
    href: recordAddress('tasks', id),
  }))
  return panel(
    'overdue',
    'Overdue tasks',
    html`${items(list, '')} ${more(total, rows.length, presentLinks.overdue)}`,
  )
}
