import { daysFromToday } from '../../record/rules/day.ts'
import type { Story } from './story.ts'

/** Demo products for the safety of families. */
export const family: Story[] = [
  {
    product: {
      direction_slug: 'parental-family-safety',
      name: 'Family Radar',
      portfolio_status: 'core',
      product_focus: 'retain',
      summary: 'Where the family is, with quiet alerts when a child leaves school.',
      is_revenue_generating: true,
      is_favorite: true,
      monetization_model: 'subscription',
      health_state: 'at risk',
      risk_summary: 'Location in the background is reviewed more strictly with every system release.',
      next_step: 'Answer the store with a video of the permission dialogue.',
    },
    apps: [
      {
        name: 'Family Radar',
        platform: 'Android',
        implementation_status: 'released',
        package_id: 'com.example.familyradar',
      },
      {
        name: 'Family Radar',
        platform: 'iOS',
        implementation_status: 'in-review',
        bundle_id: 'com.example.familyradar',
      },
    ],
    signals: [
      {
        ago: 2,
        signal_type: 'risk',
        source_layer: 'app-store-connect',
        severity: 'critical',
        title: 'Review asks for a reason for location in the background',
        body: 'The update is held until we answer; ten days are left.',
        recommended_action: 'Send the video and the new wording today.',
      },
      {
        ago: 22,
        signal_type: 'problem',
        source_layer: 'appmetrica',
        severity: 'high',
        status: 'in-progress',
        title: 'Every tenth alert comes later than five minutes',
        body: 'Only on devices with aggressive battery saving.',
        recommended_action: 'Use the high-priority channel for school alerts.',
      },
      {
        ago: 52,
        signal_type: 'growth-point',
        source_layer: 'crm',
        severity: 'medium',
        status: 'dismissed',
        title: 'Taxi drivers use it for each other',
        body: 'A few groups, no payment.',
        resolution: 'Too few to build for, and the product is for families.',
      },
    ],
    insights: [
      {
        ago: 19,
        source_layer: 'finance',
        confidence_level: 'verified',
        impact_level: 'critical',
        title: 'Families with three phones never cancel',
        body: 'Churn is 0.8 % a month with three devices, 6.1 % with one.',
        discovered_at: daysFromToday(-19),
      },
    ],
    economics: [
      {
        title: 'Family Radar, last quarter',
        period_start: daysFromToday(-125),
        period_end: daysFromToday(-36),
        economics_status: 'disputed',
        confidence_level: 'medium',
        behavior_summary: 'Three alerts a day for each family.',
        store_confirmation_summary: 'The store shows 4 % fewer renewals than our own count.',
        conclusion: 'Find the missing renewals before spending more.',
      },
    ],
    decisions: [
      {
        ago: 15,
        title: 'Win the second phone of each family',
        decision_type: 'stabilize',
        owner: 'Marina',
        decision: 'No new feature until every new family has two phones in its first week.',
        rationale: 'Churn falls seven-fold with the third phone.',
        review_at: daysFromToday(30),
        evidence: ['Families with three phones never cancel'],
        tasks: [
          {
            title: 'Invitation by QR code in the first minute',
            owner: 'Ivan',
            status: 'open',
            priority: 'critical',
            due_at: daysFromToday(5),
          },
          {
            title: 'Late alerts: high-priority channel',
            owner: 'Petr',
            status: 'blocked',
            priority: 'high',
            due_at: daysFromToday(-1),
            note: 'The form asks for a video of an alert at the school gate; Marina records it.',
            blocked_by: 'Google has to approve the permission for high-priority alerts.',
            evidence: ['Every tenth alert comes later than five minutes'],
          },
        ],
      },
    ],
  },
  {
    product: {
      direction_slug: 'parental-family-safety',
      name: 'Screen Time Buddy',
      portfolio_status: 'frozen',
      product_focus: 'assess-development',
      summary: 'Time limits that children agree to themselves.',
      health_state: 'frozen',
      risk_summary: 'The systems do most of it for nothing.',
    },
    apps: [
      {
        name: 'Screen Time Buddy',
        platform: 'Android',
        implementation_status: 'paused',
        package_id: 'com.example.screenbuddy',
      },
    ],
    signals: [
      {
        ago: 34,
        signal_type: 'risk',
        source_layer: 'competitors',
        severity: 'low',
        title: 'Both systems announced shared limits for families',
        recommended_action: 'Wait for the release before unfreezing.',
      },
    ],
    decisions: [
      {
        ago: 33,
        title: 'Freeze Screen Time Buddy',
        decision_type: 'freeze',
        owner: 'Marina',
        decision: 'No investment until the new system limits are out.',
        review_at: daysFromToday(60),
        evidence: ['Both systems announced shared limits for families'],
      },
    ],
  },
]
