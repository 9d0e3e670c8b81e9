import type { NewCanonRule } from '../canon-rule/canon-rule.ts'
import type { GuardForm } from '../guard/set.ts'

/** A canon rule of the demo data. `guard.ago`: how many days ago its guard was set. */
type StoryRule = NewCanonRule & { guard?: Required<GuardForm> & { ago: number } }

/** The rule whose guard holds a write of the support agent. */
export const dismissalRule = 'A person dismisses signals of users'

/** Canon rules of the demo data. */
export const canon: StoryRule[] = [
  {
    title: 'A product is what decisions are made about',
    rule_type: 'product-definition',
    body: 'Apps that share meaning, audience and decisions are one product, whatever the platform.',
  },
  {
    title: 'A disputed app stays in its direction',
    rule_type: 'portfolio-structure',
    body: 'It becomes a product only after a decision; until then it is a candidate.',
  },
  {
    title: 'Freeze after two quarters without growth',
    rule_type: 'freeze-policy',
    body: 'A product that did not grow for two quarters and does not cover its cost is frozen at the next review.',
  },
  {
    title: 'What a summary says first',
    rule_type: 'summary-contract',
    body: 'Critical problems, then growth points that need a decision this week.',
  },
  {
    title: 'Location is asked for once, in plain words',
    rule_type: 'direction-policy',
    body: 'No product of this direction asks for location before it has said what for.',
    direction_slug: 'parental-family-safety',
  },
  {
    title: 'Only an admin approves canon',
    rule_type: 'portfolio-governance',
    body: 'Agents propose rules as drafts.',
    status: 'draft',
  },
  {
    title: 'A guess names what it rests on',
    rule_type: 'portfolio-governance',
    body: 'An insight of low confidence names the signal or the earlier insight that suggests it.',
    guard: {
      ago: 35,
      guard_when:
        "write.kind == 'insight' && write.action == 'create' && after.confidence_level == 'low' && size(after.evidence) == 0",
      guard_effect: 'warn',
      guard_message: 'This is a guess. Name the record that suggests it in evidence.',
    },
  },
  {
    title: 'Confirmed economics name the store',
    rule_type: 'summary-contract',
    body: 'A summary is confirmed only if it says what the store shows for the same period.',
    guard: {
      ago: 18,
      guard_when:
        "write.kind == 'economics' && write.action == 'create' && after.economics_status == 'confirmed' && after.store_confirmation_summary == null",
      guard_effect: 'refuse',
      guard_message: 'Say in store_confirmation_summary what the store shows, or send the status partial.',
    },
  },
  {
    title: dismissalRule,
    rule_type: 'portfolio-governance',
    body: 'An agent may resolve a signal that a release has fixed. Whether one needs no action is decided by a person.',
    guard: {
      ago: 0.02,
      guard_when:
        "write.kind == 'signal' && write.action == 'change' && write.actor == 'agent' && after.status == 'dismissed'",
      guard_effect: 'propose',
      guard_message: 'A person decides whether this signal needs no action.',
    },
  },
]
