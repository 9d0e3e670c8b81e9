import { daysFromToday } from '../../record/rules/day.ts'
import type { Story } from './story.ts'

/** Demo products for training. */
export const fitness: Story[] = [
  {
    product: {
      direction_slug: 'fitness',
      name: 'Seven Minute Coach',
      portfolio_status: 'core',
      product_focus: 'monetize',
      summary: 'Short workouts at home, led by voice.',
      is_revenue_generating: true,
      monetization_model: 'subscription',
      health_state: 'stable',
      growth_chance: 'Workouts for people over fifty: few rivals, long lives as customers.',
      next_step: 'Test the yearly price.',
    },
    apps: [
      {
        name: 'Seven Minute Coach',
        platform: 'Android',
        implementation_status: 'released',
        package_id: 'com.example.sevenminutes',
      },
      {
        name: 'Seven Minute Coach',
        platform: 'iOS',
        implementation_status: 'released',
        bundle_id: 'com.example.sevenminutes',
      },
    ],
    signals: [
      {
        ago: 7,
        signal_type: 'growth-point',
        source_layer: 'metrika',
        severity: 'high',
        title: 'People over fifty finish twice as many workouts',
        body: 'They are 12 % of installs and 27 % of finished workouts.',
        recommended_action: 'A programme of their own, announced on the first screen.',
      },
      {
        ago: 46,
        signal_type: 'problem',
        source_layer: 'support',
        severity: 'medium',
        status: 'resolved',
        title: 'Voice stops with the screen off',
        body: 'Only on two vendors.',
        recommended_action: 'Keep the audio session alive.',
        resolution: 'Release 2.8 keeps the audio session alive; no complaint since.',
      },
    ],
    insights: [
      {
        ago: 14,
        source_layer: 'research',
        confidence_level: 'medium',
        impact_level: 'high',
        title: 'A yearly price of three months sells best',
        body: 'Seven of the ten leaders settled there.',
        discovered_at: daysFromToday(-14),
      },
    ],
    economics: [
      {
        title: 'Seven Minute Coach, last month',
        period_start: daysFromToday(-62),
        period_end: daysFromToday(-32),
        confidence_level: 'high',
        economics_status: 'confirmed',
        acquisition_summary: 'Seasonal: January brings a third of the year.',
        roi_summary: 'Back after 63 days.',
        conclusion: 'Test prices before January.',
      },
    ],
    decisions: [
      {
        ago: 11,
        title: 'Test three yearly prices',
        decision_type: 'monetize',
        owner: 'Sofia',
        decision: 'A third of the new users each, for four weeks.',
        review_at: daysFromToday(18),
        expected: [{ metric: 'clicks', direction: 'up', at_least: 5, after: 28 }],
        evidence: ['A yearly price of three months sells best'],
        tasks: [
          { title: 'Prices in both stores', owner: 'Sofia', status: 'done', priority: 'medium' },
          {
            title: 'Split by the installation id',
            owner: 'Petr',
            status: 'in-progress',
            priority: 'high',
            due_at: daysFromToday(3),
          },
        ],
      },
    ],
  },
  {
    product: {
      direction_slug: 'fitness',
      name: 'Бег с нуля',
      portfolio_status: 'next',
      product_focus: 'develop',
      summary: 'From the sofa to five kilometres in nine weeks.',
      health_state: 'building',
      next_step: 'Record the voice of weeks four to nine.',
    },
    apps: [
      {
        name: 'Бег с нуля',
        platform: 'Android',
        implementation_status: 'building',
        package_id: 'com.example.run',
      },
    ],
    signals: [
      {
        ago: 13,
        signal_type: 'risk',
        source_layer: 'manual',
        severity: 'medium',
        title: 'The voice actor is free only until spring',
        recommended_action: 'Record all weeks in one go.',
      },
    ],
    insights: [
      {
        ago: 27,
        source_layer: 'reviews',
        confidence_level: 'medium',
        impact_level: 'medium',
        title: 'Beginners give up in week three',
        body: 'In every rival the reviews turn sour where the first long run comes.',
        discovered_at: daysFromToday(-27),
      },
    ],
  },
]
