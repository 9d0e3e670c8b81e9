import { daysFromToday } from '../../record/rules/day.ts'
import type { Story } from './story.ts'

/** Demo products: one with revenue, one candidate. */
export const utilities: Story[] = [
  {
    product: {
      direction_slug: 'utilities',
      name: 'Flashlight One',
      portfolio_status: 'support',
      product_focus: 'maintain',
      summary: 'A torch with a strobe and an SOS mode. Earns by one banner, costs almost nothing.',
      is_revenue_generating: true,
      monetization_model: 'ads',
      health_state: 'stable',
      risk_summary: 'The system has a torch of its own: new installs fall by about 2 % a month.',
      next_step: 'Move to the new advertising SDK before the old one is switched off.',
    },
    apps: [
      {
        name: 'Flashlight One',
        platform: 'Android',
        implementation_status: 'released',
        package_id: 'com.example.torch',
      },
      {
        name: 'Flashlight One',
        platform: 'Huawei',
        implementation_status: 'released',
        package_id: 'com.example.torch',
      },
    ],
    signals: [
      {
        ago: 9,
        signal_type: 'risk',
        source_layer: 'ads',
        severity: 'high',
        title: 'Advertising SDK 4 is switched off in ten weeks',
        body: 'The network announced the end of version 4; both builds still use it.',
        recommended_action: 'Plan the move to version 6 for the next release.',
      },
      {
        ago: 41,
        signal_type: 'problem',
        source_layer: 'google-play',
        severity: 'medium',
        status: 'resolved',
        title: 'Crashes on Android 16 at start',
        body: 'Crash rate 1.9 % on new devices after the system update.',
        recommended_action: 'Ship 3.4.1 with the camera permission fix.',
        resolution: '3.4.1 asks for the camera first; the crash rate is 0.2 %.',
      },
    ],
    economics: [
      {
        title: 'Flashlight One, last quarter',
        period_start: daysFromToday(-120),
        period_end: daysFromToday(-31),
        economics_status: 'confirmed',
        confidence_level: 'verified',
        acquisition_summary: 'Organic only.',
        roi_summary: 'Covers its own cost eleven times over.',
        conclusion: 'Keep it running, spend nothing.',
      },
    ],
  },
  {
    product: {
      direction_slug: 'utilities',
      name: 'Unit Converter Pro',
      portfolio_status: 'candidate',
      product_focus: 'assess-development',
      summary: 'Units, currencies and cooking measures without a network.',
      growth_chance: 'Queries for offline currency conversion grow before every holiday season.',
      next_step: 'Compare with the three leaders before a line is written.',
    },
    apps: [{ name: 'Unit Converter Pro', platform: 'iOS', implementation_status: 'design' }],
    signals: [
      {
        ago: 18,
        signal_type: 'growth-point',
        source_layer: 'research',
        severity: 'medium',
        title: 'No leader converts currencies offline',
        body: 'All of the first ten need a connection for rates older than an hour.',
        recommended_action: 'Make stored daily rates the first feature.',
      },
    ],
    insights: [
      {
        ago: 16,
        source_layer: 'competitors',
        confidence_level: 'medium',
        impact_level: 'medium',
        title: 'Converters are opened three times a month',
        body: 'A subscription is hard to justify at that rate; a single purchase sells.',
        discovered_at: daysFromToday(-16),
      },
    ],
  },
]

/** A core product that was not changed for a month, while its clicks and its place in the store fell. */
export const tapeMeasure: Story = {
  product: {
    direction_slug: 'utilities',
    name: 'Tape Measure',
    portfolio_status: 'core',
    product_focus: 'maintain',
    summary: 'Measures rooms and furniture with the camera.',
    is_revenue_generating: true,
    monetization_model: 'one purchase',
    health_state: 'stable',
    health_summary: 'Found by one keyword, and left alone for a year.',
    risk_summary: 'Nine of ten installs come from the search for "tape measure".',
  },
  apps: [
    {
      name: 'Tape Measure',
      platform: 'Android',
      implementation_status: 'released',
      package_id: 'com.example.tapemeasure',
    },
  ],
  signals: [
    {
      ago: 61,
      signal_type: 'growth-point',
      source_layer: 'reviews',
      severity: 'low',
      title: 'Plans of whole flats are asked for',
      body: 'Eleven reviews in a month ask for a plan that can be printed.',
      recommended_action: 'Think about it once the core needs no more.',
    },
  ],
}
