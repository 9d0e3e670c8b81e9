import type { NewCanonRule } from '../canon-rule/canon-rule.ts'

/** Canon rules of the demo data. */
export const canon: NewCanonRule[] = [
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
]
