import { daysFromToday } from '../../record/rules/day.ts'
import type { NewApp } from '../app/app.ts'
import type { StoryDecision } from './story.ts'

/** An app without a known product. */
export const candidate: NewApp = {
  direction_slug: 'utilities',
  name: 'Battery Guard',
  platform: 'Android',
  implementation_status: 'released',
  package_id: 'com.example.batteryguard',
  product_candidate_name: 'Battery care',
  portfolio_note: 'Came with a purchase; perhaps a product of its own, perhaps part of Flashlight One.',
}

/** The decision about that app. */
export const candidateDecision: StoryDecision = {
  ago: 5,
  title: 'Is Battery Guard a product of its own?',
  decision_type: 'assess',
  owner: 'Oleg',
  decision:
    'Measure for a month who opens it and why, then bind it to a product or take it out of the store.',
  rationale: 'It has 40,000 users and no owner.',
  review_at: daysFromToday(28),
  tasks: [{ title: 'Ask a hundred users what they open it for', due_at: daysFromToday(10) }],
}

/** A decision about a direction. */
export const directionDecision: StoryDecision = {
  direction_slug: 'parental-family-safety',
  ago: 13,
  title: 'No new product for families before the system limits are out',
  decision_type: 'freeze',
  owner: 'Marina',
  decision: 'New ideas are recorded as signals; nothing is built until both systems have shown their limits.',
  rationale: 'Shared limits may replace half of what we would build.',
  review_at: daysFromToday(45),
}
