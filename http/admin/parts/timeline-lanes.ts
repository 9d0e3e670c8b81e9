import { keywordKey, type Timeline } from '../../../src/catalog/timeline/read.ts'
import type { outcomes } from '../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { actorAddress } from '../history/change-item.ts'
import { counted, words } from '../html/words.ts'
import { type Event, type Lane, type MarkKind, type Span, tones } from '../plot/lane.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { distinctTitle } from '../record/record-link.ts'

const changeLabel = { singular: 'change', plural: 'changes' }

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
      label: 'Rank',
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
      label: 'Rating',
      from: lowestRating(ratings),
      series: ratings.map((app, index) => ({
        name: distinctTitle('app', { id: app.app_id, title: app.app_name, platform: app.platform }),
        tone: tones[index] ?? 'muted',
        points: app.points.map(({ date, rating }) => ({ at: date, value: rating })),
      })),
    },
    {
      label: 'Clicks',
      series:
        clicks.length === 0
          ? []
          : [
              {
                name: 'Clicks',
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
      label: 'Signals',
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
      label: 'Decisions',
      events: decisionMarks(decisions),
    },
    {
      label: 'Tasks',
      events: tasks.map(({ id, title, event, date }) => ({
        at: date,
        label: `${event === 'done' ? 'Done' : 'New'}: ${visibleName({ id, name: title })}`,
        href: recordAddress('tasks', id),
        tone: event === 'done' ? 'good' : 'muted',
      })),
    },
    {
      label: 'Releases',
      events: releases.map(({ app_id, app_name, platform, date, version }) => ({
        at: date,
        label: `${version} of ${distinctTitle('app', { id: app_id, title: app_name, platform })}`,
        href: recordAddress('apps', app_id),
      })),
    },
    {
      label: 'Agents',
      events: writes.map(({ date, actor, changes }) => ({
        at: date,
        label: `${visibleName(actor)}: ${counted(changes, changeLabel)}`,
        href: actorAddress(actor, { since: date, until: date }),
        tone: 'warn',
      })),
    },
  ]
}

const unjudged: MarkKind = { name: 'Decision without an outcome', tone: 'accent', shape: 'diamond' }
const judged: Record<keyof typeof outcomes, MarkKind> = {
  met: { name: 'Decision: met', tone: 'good', shape: 'triangle' },
  partly: { name: 'Decision: partly met', tone: 'warn', shape: 'square' },
  'not-met': { name: 'Decision: not met', tone: 'bad', shape: 'triangle-down' },
  unclear: { name: 'Decision: unclear', tone: 'muted', shape: 'circle' },
}

// Without any outcome, all marks are equal and need no legend.
function decisionMarks(decisions: Timeline['decisions']): Event[] {
  const isAnyJudged = decisions.some(({ outcome }) => outcome !== null)
  return decisions.map(({ id, title, date, outcome }) => {
    const name = visibleName({ id, name: title })
    return {
      at: date,
      label: outcome === null ? name : `${name} (${words(outcome).toLowerCase()})`,
      href: recordAddress('decisions', id),
      ...(isAnyJudged && { kind: outcome === null ? unjudged : judged[outcome] }),
    }
  })
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
