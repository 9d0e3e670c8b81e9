import type { Caught } from '../../../../src/catalog/week/caught.ts'
import type { ShownWeek } from '../../../../src/catalog/week/read.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import type { Message } from '../../../../src/record/fault.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { type Html, html } from '../../html/html.ts'
import { linkTo } from '../../html/link-to.ts'
import { panel } from '../../html/panels.ts'
import { rich, t } from '../../html/text.ts'
import { listAddress, recordAddress } from '../../record/address.ts'
import { weekLinks } from './links.ts'
import { linkedCount } from './more.ts'

const counts = ['writes', 'proposals', 'applied', 'rejected', 'undone'] as const
const headings = {
  writes: phrase('week.changes'),
  proposals: phrase('week.proposals'),
  applied: phrase('week.applied'),
  rejected: phrase('week.rejected'),
  undone: phrase('week.undone'),
} as const

/** Renders what each agent did in a week, and what people did with it. */
export function agentsPanel({ agents, meta, period }: ShownWeek): Html {
  const { ofAgent } = weekLinks(period)
  const allDirect = listAddress('activity', { only: 'direct', since: period.from, until: period.to })
  const content =
    agents.length === 0
      ? html`<p class="absent">${t('week.noAgents')}</p>`
      : html`${table(
          t('week.agents'),
          [t('agent.name'), ...counts.map((name) => headings[name])],
          agents.map((agent) => {
            const links = ofAgent(agent)
            return [visibleName(agent.actor), ...counts.map((name) => linkedCount(agent[name], links[name]))]
          }),
        )}
        ${meta.agents > agents.length && html`<p class="muted">${rich('week.onlyMostActive', { all: linkTo(allDirect) })}</p>`}`
  return panel('agents', t('week.agents'), content)
}

/** Renders what canon rules caught in a week, as far as it is stored. */
export function caughtPanel({ rules, refused }: Caught, { period }: ShownWeek): Html {
  const links = weekLinks(period)
  if (rules.length === 0 && refused === 0)
    return panel('caught', t('week.caught'), html`<p class="absent">${t('week.nothingCaught')}</p>`)
  const content = html`
    ${
      rules.length > 0 &&
      table(
        t('week.caught'),
        [t('canonRule.name'), t('week.proposals')],
        rules.map(({ id, title, proposals }) => [
          ruleLink(id, title),
          linkedCount(proposals, links.held(id)),
        ]),
      )
    }
    ${refused > 0 && html`<p>${rich('week.refused', { count: refused, requests: linkTo(links.refused) })}</p>`}
    <p class="muted">
      ${t('week.caughtAbout')}
    </p>
  `
  return panel('caught', t('week.caught'), content)
}

/** Renders the canon rules for which a change was stored or proposed in a week. */
export function rulesPanel({ rules, meta, period }: ShownWeek): Html {
  const { ofRule } = weekLinks(period)
  const content =
    rules.length === 0
      ? html`<p class="absent">${t('week.noRules')}</p>`
      : html`${table(
          t('week.rules'),
          [t('canonRule.name'), t('week.proposed'), t('week.changed')],
          rules.map((rule) => {
            const links = ofRule(rule)
            const name =
              rule.id === null ? t('week.newRule', { title: rule.title }) : ruleLink(rule.id, rule.title)
            return [
              name,
              linkedCount(rule.proposed, links.proposed),
              linkedCount(rule.changed, links.changed),
            ]
          }),
        )}
        ${meta.rules > rules.length && html`<p class="muted">${rich('week.onlyLatestRules', { all: linkTo(listAddress('canon-rules')) })}</p>`}`
  return panel('rules', t('week.rules'), content)
}

function ruleLink(id: number, title: string): Html {
  return html`<a href=${recordAddress('canon-rules', id)}>${visibleName({ id, name: title })}</a>`
}

// The first column is a heading, the others have numbers.
function table(label: string, headings: Message[], rows: Html[][]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label=${t('week.table', { name: label })}>
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
