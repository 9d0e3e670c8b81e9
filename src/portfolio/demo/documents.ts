import { daysFromToday } from '../../record/rules/day.ts'
import type { Story } from './story.ts'

/** Demo products of the direction documents. */
export const documents: Story[] = [
  {
    product: {
      direction_slug: 'documents-qr',
      name: 'PDF Pocket',
      portfolio_status: 'next',
      product_focus: 'develop',
      summary: 'Photograph, straighten, sign and send papers as PDF.',
      monetization_model: 'freemium',
      health_state: 'building',
      growth_chance: 'Users of Сканер QR ask where to keep the papers they scan.',
      next_step: 'Close the beta and measure the first signature.',
    },
    apps: [
      {
        name: 'PDF Pocket',
        platform: 'iOS',
        implementation_status: 'testing',
        bundle_id: 'com.example.pdfpocket',
      },
      {
        name: 'PDF Pocket',
        platform: 'Android',
        implementation_status: 'building',
        package_id: 'com.example.pdfpocket',
      },
    ],
    signals: [
      {
        ago: 6,
        signal_type: 'risk',
        source_layer: 'agent',
        severity: 'medium',
        status: 'acknowledged',
        title: 'Text recognition needs a paid service for Cyrillic',
        body: 'The free engine misreads one letter in nine on photographs.',
        recommended_action: 'Price the service per page before the beta ends.',
      },
      {
        ago: 29,
        signal_type: 'growth-point',
        source_layer: 'research',
        severity: 'high',
        title: 'Signing is searched four times as often as scanning',
        recommended_action: 'Lead with the signature in the store texts.',
      },
    ],
    insights: [
      {
        ago: 10,
        source_layer: 'support',
        confidence_level: 'low',
        impact_level: 'medium',
        title: 'Testers sign first and scan later',
        body: 'Nine of twelve testers began with a file they had already.',
        discovered_at: daysFromToday(-10),
      },
    ],
    decisions: [
      {
        ago: 50,
        title: 'Build PDF Pocket for iOS first',
        decision_type: 'develop',
        owner: 'Anna',
        decision: 'One platform until the signature is proved.',
        review_at: daysFromToday(-4),
        tasks: [
          { title: 'Beta with a hundred testers', owner: 'Oleg', status: 'done', priority: 'high' },
          {
            title: 'Quote from two recognition services',
            owner: 'Oleg',
            priority: 'high',
            due_at: daysFromToday(-6),
          },
        ],
      },
    ],
  },
]
