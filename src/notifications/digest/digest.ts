import { sql } from 'kysely'
import type { Read } from '../../database/read.ts'
import { readRow } from '../../database/read.ts'
import { param, statement } from '../../database/statement.ts'
import { actorKey, changesValue, entryTime, isByProgram } from '../../journal/history.ts'
import { dayIn } from '../../language/day.ts'
import { type Language, localeOf } from '../../language/languages.ts'
import { translate } from '../../language/translate.ts'
import { countAttention, readAttention } from '../../operations/dashboard/attention.ts'
import { attentionKinds } from '../../portfolio/summary/attention.ts'
import { readSummary, type Summary } from '../../portfolio/summary/summary.ts'
import { isPending } from '../../portfolio/urgency.ts'
import type { Message } from '../../record/fault.ts'
import { oneLine, visibleName } from '../../record/invisible.ts'
import { dayMs } from '../../record/rules/day.ts'
import { mondayOf, weekOf } from '../../record/rules/iso-week.ts'
import { daysAfter } from '../../record/rules/period.ts'
import { ellipsize } from '../../record/rules/truncate.ts'
import { localTime } from '../../record/time-zone.ts'
import type { NotificationSettings } from '../settings.ts'

const maxItems = 10
const maxTitleLength = 120
const severities = ['critical', 'high', 'medium', 'low'] as const

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
 * Returns the daily digest of a day in the time zone, in a language: what needs attention, what waits for a person, what
 * agents did. On a Monday it links to the page of the week that has ended.
 */
export async function digestMessage(
  read: Read,
  { publicUrl, pagePath }: Pick<NotificationSettings, 'publicUrl' | 'pagePath'>,
  day: string,
  language: Language,
): Promise<string> {
  const since = new Date(Date.now() - dayMs).toISOString()
  const [summary, operations, proposals, agents, operationsTotal] = await Promise.all([
    readSummary(read, { today: day, company_day: day }),
    readAttention(read, day),
    readRow(read, selectProposals({})),
    read(selectAgents({ since })),
    countAttention(read, day),
  ])
  const problems = problemsOf(summary, operations, language)
  const urlOf = (page: Parameters<typeof pagePath>[0]) => publicUrl() + pagePath(page)
  const total = summary.need_attention_total + operationsTotal
  return [
    translate(language, 'digest.title', { day: dayIn(language, day) }),
    '',
    problemHeading(problems.length === 0 ? 0 : total, language),
    ...problems
      .slice(0, maxItems)
      .flatMap(({ severity, title, record }) => [
        `- ${translate(language, `digest.${severity}`)}: ${ellipsize(oneLine(title), maxTitleLength)}`,
        `  ${urlOf(record)}`,
      ]),
    ...(total > maxItems ? [translate(language, 'digest.allProblems', { url: urlOf('dashboard') })] : []),
    '',
    ...proposalLines(proposals, urlOf('proposals'), language),
    '',
    agentHeading(agents[0]?.agents ?? 0, language),
    ...agents.map(
      ({ name, changes }) =>
        `- ${ellipsize(oneLine(name), maxTitleLength)}: ${changes.toLocaleString(localeOf(language))}`,
    ),
    ...(agents.length === 0 ? [] : [urlOf('activity')]),
    ...(isMonday(day)
      ? ['', translate(language, 'digest.lastWeek', { url: urlOf({ week: weekOf(daysAfter(day, -1)) }) })]
      : []),
  ].join('\n')
}

function isMonday(day: string): boolean {
  return mondayOf(weekOf(day)) === day
}

// The headings say how many of all are listed, if some are left out.
function problemHeading(total: number, language: Language): string {
  if (total === 0) return translate(language, 'digest.nothing')
  if (total <= maxItems) return translate(language, 'digest.problems')
  return translate(language, 'digest.firstProblems', { shown: maxItems, total })
}

function agentHeading(total: number, language: Language): string {
  if (total === 0) return translate(language, 'digest.noAgentChange')
  if (total <= maxItems) return translate(language, 'digest.agentChanges')
  return translate(language, 'digest.firstAgentChanges', { shown: maxItems, total })
}

function problemsOf(
  { need_attention, products }: Pick<Summary, 'need_attention' | 'products'>,
  operations: Awaited<ReturnType<typeof readAttention>>,
  language: Language,
) {
  const names = new Map(products.map(({ slug, name }) => [slug, name]))
  return [
    ...need_attention.map(({ id, type, severity, title, product_slug: slug }) => ({
      severity,
      title: `${visibleName({ id, name: title })}${slug ? ` (${names.get(slug) ?? slug})` : ''}`,
      record: { record_type: attentionKinds[type] as string, record_id: id },
    })),
    ...operations.map(({ severity, title, entity: { type, id } }) => ({
      severity,
      title: visibleName({ id, name: titleIn(language, title) }),
      record: { record_type: type as string, record_id: id },
    })),
  ].sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
}

function titleIn(language: Language, title: Message): string {
  return typeof title === 'string' ? title : title.in(language)
}

function proposalLines(
  { waiting, expiring }: { waiting: number; expiring: number },
  inbox: string,
  language: Language,
): string[] {
  if (waiting === 0) return [translate(language, 'digest.noProposal')]
  const sentence =
    expiring > 0
      ? translate(language, 'digest.expiringProposals', { waiting, expiring })
      : translate(language, 'digest.proposals', { waiting })
  return [sentence, `${inbox}?status=pending`]
}

/** Returns the day and the hour of now in a time zone, which decide when a digest is due. */
export function digestClock(timeZone: string): { day: string; hour: number } {
  const now = localTime(timeZone, Date.now())
  return { day: now.slice(0, 10), hour: Number(now.slice(11, 13)) }
}
