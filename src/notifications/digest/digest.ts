import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { readRow } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { actorKey, changesValue, entryTime, isByProgram } from '../../journal/history.ts'
import { countAttention, readAttention } from '../../operations/dashboard/attention.ts'
import { attentionKinds } from '../../portfolio/summary/attention.ts'
import { readSummary, type Summary } from '../../portfolio/summary/summary.ts'
import { isPending } from '../../portfolio/urgency.ts'
import { oneLine, visibleName } from '../../record/invisible.ts'
import { dayMs } from '../../record/rules/day.ts'
import { mondayOf, weekOf } from '../../record/rules/iso-week.ts'
import { daysAfter } from '../../record/rules/period.ts'
import { ellipsize } from '../../record/rules/truncate.ts'
import { localTime } from '../../record/time-zone.ts'
import type { NotificationSettings } from '../settings.ts'

const maxItems = 10
const maxTitleLength = 120
const severities = ['critical', 'high', 'medium', 'low']

const selectProposals = statement(
  'digest.proposals',
  {},
  () => sql<{ waiting: number; expiring: number }>`
      select count(*) as waiting, count(*) filter (where expires_at < now() + interval '1 day') as expiring
      from proposals as record where ${isPending}`,
)

const selectAgents = statement(
  'digest.agents',
  { since: '2026-11-20T08:00:00Z' },
  () => sql<{ name: string; changes: number; agents: number }>`
      select (array_agg(actor->>'name' order by id desc))[1] as name, count(*) as changes, count(*) over () as agents
      from history
      where ${entryTime} >= ${param('since')}::timestamptz at time zone 'utc' and ${isByProgram} and ${changesValue}
      group by ${actorKey} order by changes desc, name limit ${sql.lit(maxItems)}`,
)

/**
 * Returns the daily digest of a day in the time zone: what needs attention, what waits for a person, what agents did. On a
 * Monday it links to the page of the week that has ended.
 */
export async function digestMessage(
  read: Read,
  { publicUrl, pagePath }: Pick<NotificationSettings, 'publicUrl' | 'pagePath'>,
  day: string,
): Promise<string> {
  const since = new Date(Date.now() - dayMs).toISOString()
  const [summary, operations, proposals, agents, operationsTotal] = await Promise.all([
    readSummary(read, { today: day, company_day: day }),
    readAttention(read, day),
    readRow(read, selectProposals({})),
    read(selectAgents({ since })),
    countAttention(read, day),
  ])
  const problems = problemsOf(summary, operations)
  const urlOf = (page: Parameters<typeof pagePath>[0]) => publicUrl() + pagePath(page)
  const total = summary.need_attention_total + operationsTotal
  return [
    `portfolio-ops on ${day}`,
    '',
    problems.length === 0 ? 'Nothing needs attention.' : `Needs attention${ofAll(total)}:`,
    ...problems
      .slice(0, maxItems)
      .flatMap(({ severity, title, record }) => [
        `- ${severity}: ${ellipsize(oneLine(title), maxTitleLength)}`,
        `  ${urlOf(record)}`,
      ]),
    ...(total > maxItems ? [`All of them: ${urlOf('dashboard')}`] : []),
    '',
    ...proposalLines(proposals, urlOf('proposals')),
    '',
    agents.length === 0
      ? 'No agent changed anything in the last 24 hours.'
      : `Changes by agents in the last 24 hours${ofAll(agents[0]?.agents ?? 0)}:`,
    ...agents.map(
      ({ name, changes }) => `- ${ellipsize(oneLine(name), maxTitleLength)}: ${changes.toLocaleString('en')}`,
    ),
    ...(agents.length === 0 ? [] : [urlOf('activity')]),
    ...(isMonday(day) ? ['', `The week that ended: ${urlOf({ week: weekOf(daysAfter(day, -1)) })}`] : []),
  ].join('\n')
}

function isMonday(day: string): boolean {
  return mondayOf(weekOf(day)) === day
}

// Says how many of all are listed, if some are left out.
function ofAll(total: number): string {
  return total > maxItems ? ` (${maxItems} of ${total.toLocaleString('en')})` : ''
}

function problemsOf(
  { need_attention, products }: Pick<Summary, 'need_attention' | 'products'>,
  operations: Awaited<ReturnType<typeof readAttention>>,
) {
  const names = new Map(products.map(({ slug, name }) => [slug, name]))
  return [
    ...need_attention.map(({ id, type, severity, title, product_slug: slug }) => ({
      severity: severity as string,
      title: `${visibleName({ id, name: title })}${slug ? ` (${names.get(slug) ?? slug})` : ''}`,
      record: { record_type: attentionKinds[type] as string, record_id: id },
    })),
    ...operations.map(({ severity, title, entity: { type, id } }) => ({
      severity: severity as string,
      title: visibleName({ id, name: String(title) }),
      record: { record_type: type as string, record_id: id },
    })),
  ].sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
}

function proposalLines(
  { waiting, expiring }: { waiting: number; expiring: number },
  inbox: string,
): string[] {
  if (waiting === 0) return ['No proposal waits.']
  const soon = expiring > 0 ? `, ${expiring.toLocaleString('en')} of them until it expires within a day` : ''
  return [
    `${waiting.toLocaleString('en')} ${waiting === 1 ? 'proposal waits' : 'proposals wait'}${soon}.`,
    `${inbox}?status=pending`,
  ]
}

/** Returns the day and the hour of now in a time zone, which decide when a digest is due. */
export function digestClock(timeZone: string): { day: string; hour: number } {
  const now = localTime(timeZone, Date.now())
  return { day: now.slice(0, 10), hour: Number(now.slice(11, 13)) }
}
