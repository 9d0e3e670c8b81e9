import { daysFromToday } from '../../record/rules/day.ts'
import type { Story } from './story.ts'

/** Demo products for sleep and relaxation. */
export const calm: Story[] = [
  {
    product: {
      direction_slug: 'wellness-mental',
      name: 'Deep Sleep Sounds',
      portfolio_status: 'core',
      product_focus: 'scale',
      summary: 'Rain, trains and slow stories for falling asleep.',
      is_revenue_generating: true,
      is_favorite: true,
      monetization_model: 'subscription',
      health_state: 'growing',
      growth_chance: 'Stories in more languages.',
    },
    apps: [
      {
        name: 'Deep Sleep Sounds',
        platform: 'iOS',
        implementation_status: 'released',
        bundle_id: 'com.example.sleepsounds',
      },
      {
        name: 'Deep Sleep Sounds',
        platform: 'Android',
        implementation_status: 'released',
        package_id: 'com.example.sleepsounds',
      },
    ],
    signals: [
      {
        ago: 4,
        signal_type: 'growth-point',
        source_layer: 'google-play',
        severity: 'critical',
        title: 'Featured in three countries for a week',
        body: 'Installs are nine times the usual number.',
        recommended_action: 'Translate the first five stories while it lasts.',
      },
      {
        ago: 26,
        signal_type: 'risk',
        source_layer: 'finance',
        severity: 'high',
        title: 'Music licences end in the spring',
        body: 'Eleven of the forty sounds are licensed for a year.',
        recommended_action: 'Renew, or record our own.',
      },
    ],
    insights: [
      {
        ago: 3,
        source_layer: 'metrika',
        confidence_level: 'high',
        impact_level: 'high',
        title: 'Stories keep people, sounds bring them',
        body: 'Listeners of stories stay 2.3 times as long.',
        discovered_at: daysFromToday(-3),
      },
      {
        ago: 49,
        source_layer: 'ads',
        confidence_level: 'medium',
        impact_level: 'low',
        title: 'Video of rain is the cheapest advertisement',
        body: 'A third of the price of the talking heads.',
        discovered_at: daysFromToday(-49),
      },
    ],
    decisions: [
      {
        ago: 2,
        title: 'Stories in Spanish and Portuguese',
        decision_type: 'launch',
        owner: 'Anna',
        decision: 'Five stories in each language within the month.',
        review_at: daysFromToday(40),
        expected: [
          { metric: 'clicks', direction: 'up', at_least: 25, after: 40 },
          {
            metric: 'position',
            platform: 'iOS',
            keyword: 'sleep stories',
            country: 'US',
            direction: 'up',
            at_least: 30,
            after: 40,
          },
        ],
        evidence: ['Featured in three countries for a week', 'Stories keep people, sounds bring them'],
        tasks: [
          { title: 'Find two narrators', owner: 'Marina', priority: 'critical', due_at: daysFromToday(2) },
          {
            title: 'Licences: ask for the price of renewal',
            owner: 'Oleg',
            priority: 'high',
            due_at: daysFromToday(12),
            evidence: ['Music licences end in the spring'],
          },
        ],
      },
    ],
  },
  {
    product: {
      direction_slug: 'wellness-mental',
      name: 'Mood Diary',
      portfolio_status: 'candidate',
      product_focus: 'assess-development',
      summary: 'One question an evening, and the month at a glance.',
      health_state: 'idea',
    },
    apps: [{ name: 'Mood Diary', platform: 'Web', implementation_status: 'idea' }],
    insights: [
      {
        ago: 31,
        source_layer: 'agent',
        confidence_level: 'low',
        impact_level: 'medium',
        title: 'A diary may share its users with the sleep sounds',
        body: 'Reviews of both speak of the same evenings.',
        discovered_at: daysFromToday(-31),
      },
    ],
  },
]
