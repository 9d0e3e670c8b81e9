import { daysFromToday } from '../../record/rules/day.ts'
import type { AgentProposal, AgentStory, AgentWrite } from './agent-story.ts'

const oneWrong = 'The numbers are those of the beta.'

/** The weeks of three products, the oldest first: change of installs, rating, and share of users who come back. */
const weeks: [number, string, number][] = [
  [1, '4.4', 28],
  [2, '4.5', 29],
  [-1, '4.5', 29],
  [3, '4.5', 30],
  [4, '4.6', 31],
  [2, '4.6', 30],
  [5, '4.7', 31],
]

const inEnglish = (change: number, rating: string, back: number) =>
  `Installs ${change < 0 ? 'down' : 'up'} ${Math.abs(change)} % in a week, rating ${rating}, ${back} % of new users are back after seven days.`
const inRussian = (change: number, rating: string, back: number) =>
  `Установки за неделю: ${change < 0 ? '−' : '+'}${Math.abs(change)} %, рейтинг ${rating}, через семь дней возвращаются ${back} % новых.`

const watched = [
  { product: 'Сканер QR', sentence: inEnglish, better: 0 },
  { product: 'Deep Sleep Sounds', sentence: inEnglish, better: 4 },
  { product: 'Не курю', sentence: inRussian, better: -3 },
]

// Every week the agent sums up three products, and a person approves it within a day or two.
const summaries = weeks.flatMap(([change, rating, back], week) =>
  watched.map(({ product, sentence, better }, index): AgentProposal => {
    const ago = 7 * (weeks.length - week) + 2
    return {
      ago,
      operation: 'change_product',
      product,
      body: { health_summary: sentence(change + index, rating, back + better) },
      reason: 'The weekly numbers of the stores.',
      fate: { ago: ago - 0.2 - ((week * 3 + index) % 5) / 4, status: 'applied' },
    }
  }),
)

const insight = (
  ago: number,
  product: string,
  confidence_level: 'low' | 'medium' | 'high' | 'verified',
  [title, body]: [string, string],
  retracted?: { ago: number; reason: string },
): AgentWrite => ({
  ago,
  operation: 'record_insight',
  product,
  body: {
    title,
    body,
    confidence_level,
    source_layer: 'agent',
    impact_level: 'low',
    discovered_at: daysFromToday(-Math.ceil(ago)),
  },
  ...(retracted && {
    later: [
      { ago: retracted.ago, by: 'person', operation: 'retract_insight', body: { reason: retracted.reason } },
    ],
  }),
})

/** An agent whose proposals are approved as they are, and whose guesses are often wrong. */
export const analyst: AgentStory = {
  token: {
    name: 'store analyst',
    abilities: ['read', 'propose'],
    direct: ['signal', 'insight', 'economics'],
  },
  proposals: [
    {
      ago: 53,
      operation: 'change_product',
      product: 'PDF Pocket',
      body: { health_summary: 'Installs up 40 % in a week, rating 4.9.' },
      reason: 'The weekly numbers of the stores.',
      fate: { ago: 52, status: 'rejected', note: oneWrong },
    },
    ...summaries,
    {
      ago: 2,
      operation: 'change_product',
      product: 'Tape Measure',
      body: {
        health_state: 'declining',
        health_summary: 'Place 47 for "tape measure" since last week, 6 before.',
      },
      reason: 'Clicks fell by half in the days after the place was lost.',
    },
  ],
  writes: [
    insight(
      72,
      'Сканер QR',
      'low',
      ['Scans of wine labels may become a habit', 'Forty users scanned more than ten labels in a month.'],
      { ago: 69, reason: 'Forty users of a million, and most of them testers.' },
    ),
    insight(65, 'Deep Sleep Sounds', 'medium', [
      'Sunday evening is the longest session',
      'Thirty-eight minutes, against twenty-six on other days.',
    ]),
    insight(
      58,
      'Family Radar',
      'low',
      ['Grandparents may be the third phone', 'The third phone of a family is often the oldest model.'],
      { ago: 55, reason: 'An old phone is mostly that of the youngest child.' },
    ),
    insight(51, 'Seven Minute Coach', 'high', [
      'Workouts before seven are finished most often',
      'Nine of ten are finished, against seven of ten in the evening.',
    ]),
    insight(45, 'Не курю', 'medium', [
      'Возвращаются после первого срыва',
      'Каждый второй, кто обнулил счётчик, через неделю открывает приложение снова.',
    ]),
    insight(39, 'Сканер QR', 'high', [
      'Codes on receipts bring no second scan',
      'Users who begin with a receipt come back half as often.',
    ]),
    insight(
      33,
      'Flashlight One',
      'low',
      ['The strobe may be used at concerts', 'It is switched on most on Friday evenings.'],
      { ago: 31, reason: 'Cyclists on their way home.' },
    ),
    insight(
      29,
      'Deep Sleep Sounds',
      'medium',
      [
        'Rain is chosen by those who wake at night',
        'Two thirds of the sessions between two and four begin with rain.',
      ],
      { ago: 20, reason: 'Rain is the first of the list, and was chosen for that.' },
    ),
    insight(24, 'Family Radar', 'high', [
      'Alerts at the school gate are opened by both parents',
      'Within four minutes in eight of ten families.',
    ]),
    insight(17, 'Seven Minute Coach', 'medium', [
      'A pause of three days ends a programme',
      'Of those who pause for three days, one of five finishes.',
    ]),
    insight(11, 'Бег с нуля', 'low', [
      'Вечером бегают парами',
      'Каждая пятая пробежка после семи записана двумя телефонами рядом.',
    ]),
    insight(4, 'Сканер QR', 'verified', [
      'Batch scanning is used by shops only',
      'All of the hundred longest batches come from accounts of shops.',
    ]),
    {
      ago: 25,
      operation: 'record_economics',
      product: 'Не курю',
      body: {
        title: 'Не курю, last quarter',
        period_start: daysFromToday(-118),
        period_end: daysFromToday(-27),
        economics_status: 'confirmed',
        confidence_level: 'medium',
        roi_summary: 'Every sale is profit.',
      },
      later: [
        {
          ago: 19,
          by: 'person',
          operation: 'retract_economics',
          body: { reason: 'The store had not closed the quarter when this was called confirmed.' },
        },
      ],
    },
  ],
}
