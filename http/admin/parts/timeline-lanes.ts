import { keywordKey, type Timeline } from '../../../src/catalog/timeline/read.ts'
import { type Phrase, phrase } from '../../../src/language/phrase.ts'
import { outcomes } from '../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { actorAddress } from '../history/change-item.ts'
import { localized, t } from '../html/text.ts'
import { valueLabel } from '../html/value.ts'
import { inSentence } from '../html/words.ts'
import { type Event, type Lane, type MarkKind, type Span, tones } from '../plot/lane.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { distinctTitle } from '../record/record-link.ts'

/** Returns the lanes of the timeline of a product. A lane without anything in it is left out. */
export function timelineLanes(timeline: Timeline, { slug, today }: { slug: string; today: string }): Lane[] {
  return [...numberLanes(timeline, today), ...eventLanes(timeline, slug)].filter((lane) => {
    if ('series' in lane) return lane.series.length > 0
    return 'events' in lane ? lane.events.length > 0 : lane.spans.length > 0
  })
}

function numberLanes({ keywords, ratings, clicks }: Timeline, today: string): Lane[] {
  return [
    {
      label: t('timeline.rank'),
      isRank: true,
      series: keywords.map((keyword, index) => ({
        name: keywordKey(keyword),
        tone: tones[index] ?? 'muted',
        points: keyword.points.map(({ date, position }) => ({
          at: date,
          value: position,
          isAbsent: position === null,
        })),
      })),
    },
    {
      label: t('timeline.rating'),
      from: lowestRating(ratings),
      series: ratings.map((app, index) => ({
        name: distinctTitle('app', { id: app.app_id, title: app.app_name, platform: app.platform }),
        tone: tones[index] ?? 'muted',
        points: app.points.map(({ date, rating }) => ({ at: date, value: rating })),
      })),
    },
    {
      label: t('timeline.clicks'),
      series:
        clicks.length === 0
          ? []
          : [
              {
                name: t('timeline.clicks'),
                tone: 'accent',
                points: clicks.map(({ date, clicks }) => ({
                  at: date,
                  value: clicks,
                  isPartial: date === today,
                })),
              },
            ],
    },
  ]
}

function eventLanes({ signals, decisions, tasks, releases, writes }: Timeline, product_slug: string): Lane[] {
  return [
    {
      label: t('signal.list'),
      total: signals.total,
      href: listAddress('signals', { product_slug }),
      spans: signals.items.map(({ id, title, first, last, ...signal }) => ({
        from: first,
        to: last,
        label: visibleName({ id, name: title }),
        href: recordAddress('signals', id),
        tone: toneOf(signal),
      })),
    },
    {
      label: t('decision.list'),
      events: decisionMarks(decisions),
    },
    {
      label: t('task.list'),
      events: tasks.map(({ id, title, event, date }) => ({
        at: date,
        label: t(event === 'done' ? 'timeline.taskDone' : 'timeline.taskNew', {
          title: visibleName({ id, name: title }),
        }),
        href: recordAddress('tasks', id),
        tone: event === 'done' ? 'good' : 'muted',
      })),
    },
    {
      label: t('timeline.releases'),
      events: releases.map(({ app_id, app_name, platform, date, version }) => ({
        at: date,
        label: t('timeline.release', {
          version,
          app: distinctTitle('app', { id: app_id, title: app_name, platform }),
        }),
        href: recordAddress('apps', app_id),
      })),
    },
    {
      label: t('agent.list'),
      events: writes.map(({ date, actor, changes }) => ({
        at: date,
        label: t('timeline.changes', { agent: visibleName(actor), count: changes }),
        href: actorAddress(actor, { since: date, until: date }),
        tone: 'warn',
      })),
    },
  ]
}

type Kind = Omit<MarkKind, 'name'> & { name: Phrase }

const unjudged: Kind = { name: phrase('timeline.unjudged'), tone: 'accent', shape: 'diamond' }
const judged: Record<keyof typeof outcomes, Kind> = {
  met: { name: phrase('timeline.met'), tone: 'good', shape: 'triangle' },
  partly: { name: phrase('timeline.partlyMet'), tone: 'warn', shape: 'square' },
  'not-met': { name: phrase('timeline.notMet'), tone: 'bad', shape: 'triangle-down' },
  unclear: { name: phrase('timeline.unclear'), tone: 'muted', shape: 'circle' },
}

// Without any outcome, all marks are equal and need no legend.
function decisionMarks(decisions: Timeline['decisions']): Event[] {
  const isAnyJudged = decisions.some(({ outcome }) => outcome !== null)
  return decisions.map(({ id, title, date, outcome }) => {
    const name = visibleName({ id, name: title })
    return {
      at: date,
      label:
        outcome === null
          ? name
          : t('timeline.judged', { title: name, outcome: inSentence(valueLabel(outcomes, outcome)) }),
      href: recordAddress('decisions', id),
      ...(isAnyJudged && { kind: kindOf(outcome) }),
    }
  })
}

function kindOf(outcome: keyof typeof outcomes | null): MarkKind {
  const kind = outcome === null ? unjudged : judged[outcome]
  return { ...kind, name: localized(kind.name) }
}

// A growth point is a chance, however severe.
function toneOf({
  signal_type,
  severity,
}: Pick<Timeline['signals']['items'][number], 'signal_type' | 'severity'>): Span['tone'] {
  if (signal_type === 'growth-point') return 'good'
  return severity === 'critical' ? 'bad' : severity === 'high' ? 'warn' : 'muted'
}

// Ratings differ by tenths, so the plot does not begin at 0.
function lowestRating(ratings: Timeline['ratings']): number {
  const values = ratings.flatMap(({ points }) => points.map(({ rating }) => rating))
  return Math.max(0, Math.floor(Math.min(5, ...values)) - 1)
}
