import { daysFromToday } from '../../record/rules/day.ts'
import type { Story } from './story.ts'

/** Demo products for changing habits. */
export const habits: Story[] = [
  {
    product: {
      direction_slug: 'wellness-habit-change',
      name: 'Не курю',
      portfolio_status: 'support',
      product_focus: 'retain',
      summary: 'Counts the days without a cigarette, and the money kept.',
      is_revenue_generating: true,
      monetization_model: 'one purchase',
      health_state: 'stable',
      growth_chance: 'A circle of three friends who give up together.',
    },
    apps: [
      {
        name: 'Не курю',
        platform: 'Android',
        implementation_status: 'released',
        package_id: 'com.example.nosmoke',
      },
      {
        name: 'Не курю',
        platform: 'iOS',
        implementation_status: 'released',
        bundle_id: 'com.example.nosmoke',
      },
    ],
    signals: [
      {
        ago: 21,
        signal_type: 'growth-point',
        source_layer: 'appmetrica',
        severity: 'medium',
        title: 'Shared counters bring friends',
        body: 'Each shared picture brings 0.4 installs.',
        recommended_action: 'Offer to share at day three.',
      },
      {
        ago: 57,
        signal_type: 'problem',
        source_layer: 'store-console',
        severity: 'low',
        status: 'resolved',
        title: 'Wrong age rating in two countries',
        resolution: 'The questionnaire was filled in again; both countries show 12+.',
      },
    ],
    economics: [
      {
        title: 'Не курю, last half year',
        period_start: daysFromToday(-200),
        period_end: daysFromToday(-20),
        confidence_level: 'medium',
        roi_summary: 'No advertising, so every sale is profit.',
        conclusion: 'A small steady income.',
      },
    ],
  },
  {
    product: {
      direction_slug: 'wellness-habit-change',
      name: 'Sugar Free Days',
      portfolio_status: 'sunset',
      product_focus: 'exit',
      summary: 'A diary for days without sugar.',
      health_state: 'declining',
      next_step: 'Tell the last users where their diary can be exported.',
    },
    apps: [
      {
        name: 'Sugar Free Days',
        platform: 'iOS',
        implementation_status: 'removed',
        bundle_id: 'com.example.sugarfree',
      },
    ],
    decisions: [
      {
        ago: 40,
        title: 'Close Sugar Free Days',
        decision_type: 'stop',
        owner: 'Sofia',
        decision: 'Take it out of the store, keep the export for half a year.',
        review_at: daysFromToday(-10),
        status: 'reviewed',
        tasks: [{ title: 'Export of the diary', owner: 'Petr', status: 'done', priority: 'high' }],
      },
    ],
  },
]
