import { daysFromToday } from '../../record/rules/day.ts'
import type { StoryDecision } from './story.ts'

/**
 * Decisions of demo products for codes, documents and utilities whose expectations can be judged, by the name of the product. Those without an outcome wait
 * for it. The clicks of `src/operations/demo` and the markets say what happened.
 */
export const judgedOfTools: Record<string, StoryDecision[]> = {
  'Сканер QR': [
    {
      ago: 98,
      title: 'Double the advertising in Germany',
      decision_type: 'scale',
      owner: 'Anna',
      decision: 'Two thousand a month instead of one, on the words that sell already.',
      rationale: 'The cost of an install there has not risen for a quarter.',
      review_at: daysFromToday(-66),
      expected: [{ metric: 'clicks', direction: 'up', at_least: 15, after: 28 }],
      judged: {
        ago: 66,
        outcome: 'met',
        outcome_note: 'Clicks rose and stayed. The price of an install rose by a tenth only.',
      },
    },
    {
      ago: 66,
      title: 'Show the paywall before the first scan',
      decision_type: 'monetize',
      owner: 'Sofia',
      decision: 'Everyone sees the paywall at the first start.',
      review_at: daysFromToday(-40),
      expected: [{ metric: 'clicks', direction: 'up', at_least: 10, after: 21 }],
      judged: {
        ago: 40,
        outcome: 'not-met',
        outcome_note: 'Nothing rose but the complaints. Release 5.1 took it back.',
      },
    },
    {
      ago: 58,
      title: 'Продвигать пакетное сканирование в подзаголовке',
      decision_type: 'scale',
      owner: 'Anna',
      decision: 'Подзаголовок обоих магазинов: «Один код или сто».',
      rationale: 'Магазины просят пакетное сканирование чаще всего остального.',
      review_at: daysFromToday(-26),
      expected: [
        {
          metric: 'position',
          platform: 'Android',
          keyword: 'qr scanner',
          country: 'DE',
          direction: 'up',
          at_least: 5,
          after: 28,
        },
        {
          metric: 'position',
          platform: 'Android',
          keyword: 'batch scan',
          country: 'DE',
          direction: 'up',
          at_least: 50,
          after: 28,
        },
      ],
      judged: {
        ago: 25,
        outcome: 'met',
        outcome_note: 'По «qr scanner» поднялись сильно. По «batch scan» раньше нас не было в поиске вовсе.',
      },
    },
    {
      ago: 31,
      title: 'Offer the yearly plan on the first screen',
      decision_type: 'monetize',
      owner: 'Anna',
      decision: 'The yearly plan is what a new user sees first, the monthly one is a link below.',
      rationale: 'Shops buy by the year.',
      review_at: daysFromToday(20),
      expected: [{ metric: 'clicks', platform: 'Android', direction: 'up', at_least: 10, after: 28 }],
    },
  ],
  'PDF Pocket': [
    {
      ago: 60,
      title: 'Lead with the signature in the store texts',
      decision_type: 'develop',
      owner: 'Oleg',
      decision: 'Signing first, scanning second, in all texts of the store.',
      review_at: daysFromToday(-28),
      expected: [{ metric: 'clicks', platform: 'iOS', direction: 'up', at_least: 10, after: 28 }],
      judged: {
        ago: 27,
        outcome: 'partly',
        outcome_note: 'More people come. They do not sign more often, and that was the point.',
      },
    },
  ],
  'Flashlight One': [
    {
      ago: 84,
      title: 'A widget for the lock screen',
      decision_type: 'develop',
      owner: 'Oleg',
      decision: 'For AppGallery first, where the leader has none.',
      review_at: daysFromToday(-50),
      expected: [{ metric: 'clicks', platform: 'Huawei', direction: 'up', at_least: 10, after: 28 }],
      judged: {
        ago: 49,
        outcome: 'unclear',
        outcome_note: 'Clicks of AppGallery are not counted, so this cannot be said. Counting comes first.',
      },
    },
  ],
}
