import type { Caught } from '../../../../src/catalog/week/caught.ts'
import type { ShownWeek } from '../../../../src/catalog/week/read.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { type Html, html } from '../../html/html.ts'
import { panel } from '../../html/panels.ts'
import { listAddress, recordAddress } from '../../record/address.ts'
import { weekLinks } from './links.ts'
import { linkedCount } from './more.ts'

const counts = ['writes', 'proposals', 'applied', 'rejected', 'undone'] as const
const headings = {
  writes: 'Changes',
  proposals: 'Proposals',
  applied: 'Applied',
  rejected: 'Rejected',
  undone: 'Undone',
} as const

/** Renders what each agent did in a week, and what people did with it. */
export function agentsPanel({ agents, meta, period }: ShownWeek): Html {
  const { ofAgent } = weekLinks(period)
  const allDirect = listAddress('activity', { only: 'direct', since: period.from, until: period.to })
  const content =
    agents.length === 0
      ? html`<p class="absent">No agent wrote anything.</p>`
      : html`${table(
          'What agents did',
          ['Agent', ...counts.map((name) => headings[name])],
          agents.map((agent) => {
            const links = ofAgent(agent)
            return [visibleName(agent.actor), ...counts.map((name) => linkedCount(agent[name], links[name]))]
          }),
        )}
        ${meta.agents > agents.length && html`<p class="muted">Only the most active agents are shown. <a href=${allDirect}>All direct changes</a></p>`}`
  return panel('agents', 'What agents did', content)
}

/** Renders what canon rules caught in a week, as far as it is stored. */
export function caughtPanel({ rules, refused }: Caught, { period }: ShownWeek): Html {
  const links = weekLinks(period)
  if (rules.length === 0 && refused === 0)
    return panel(
      'caught',
      'Rules that caught something',
      html`<p class="absent">No rule held or refused a write.</p>`,
    )
  const content = html`
    ${
      rules.length > 0 &&
      table(
        'Rules that caught something',
        ['Canon rule', 'Proposals'],
        rules.map(({ id, title, proposals }) => [
          ruleLink(id, title),
          linkedCount(proposals, links.held(id)),
        ]),
      )
    }
    ${refused > 0 && html`<p>Requests refused by a rule: <a href=${links.refused}>${refused.toLocaleString('en')}</a></p>`}
    <p class="muted">
      Proposals that a rule held or warned about, and requests that it refused. Warnings about writes that were stored, and
      refusals in the web interface, are not recorded.
    </p>
  `
  return panel('caught', 'Rules that caught something', content)
}

/** Renders the canon rules for which a change was stored or proposed in a week. */
export function rulesPanel({ rules, meta, period }: ShownWeek): Html {
  const { ofRule } = weekLinks(period)
  const content =
    rules.length === 0
      ? html`<p class="absent">No rule was changed or proposed.</p>`
      : html`${table(
          'Rules changed or proposed',
          ['Canon rule', 'Proposed', 'Changed'],
          rules.map((rule) => {
            const links = ofRule(rule)
            const name = rule.id === null ? `${rule.title} (new)` : ruleLink(rule.id, rule.title)
            return [
              name,
              linkedCount(rule.proposed, links.proposed),
              linkedCount(rule.changed, links.changed),
            ]
          }),
        )}
        ${meta.rules > rules.length && html`<p class="muted">Only the latest are shown. <a href=${listAddress('canon-rules')}>All canon rules</a></p>`}`
  return panel('rules', 'Rules changed or proposed', content)
}

function ruleLink(id: number, title: string): Html {
  return html`<a href=${recordAddress('canon-rules', id)}>${visibleName({ id, name: title })}</a>`
}

// The first column is a heading, the others have numbers.
function table(label: string, headings: string[], rows: Html[][]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label=${`${label}, table`}>
    <table>
      <thead>
        <tr>${headings.map((heading, index) => html`<th scope="col" class=${index > 0 ? 'number' : undefined}>${heading}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, ...cells]) => html`<tr>
            <th scope="row" class="wide">${name}</th>
            ${cells.map((cell) => html`<td class="number">${cell}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
