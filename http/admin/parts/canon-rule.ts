import type { Person } from '../../../src/access/person.ts'
import { policyAllows } from '../../../src/access/policy.ts'
import type { CanonRule } from '../../../src/portfolio/canon-rule/canon-rule.ts'
import { celFault } from '../../../src/portfolio/guard/cel-fault.ts'
import { guardExamples, listFailingGuards } from '../../../src/portfolio/guard/guard.ts'
import { guardNames, nameValues } from '../../../src/portfolio/guard/names.ts'
import { canonStatuses, guardEffects } from '../../../src/portfolio/vocabulary.ts'
import { type Html, html } from '../html/html.ts'
import { localized, rich, t } from '../html/text.ts'
import { timestamp } from '../html/time.ts'
import { valueBadge, valueLabel } from '../html/value.ts'
import { inSentence } from '../html/words.ts'
import { recordAddress } from '../record/address.ts'
import type { DetailContext } from '../record/record.ts'

/** Renders the guard of a canon rule on its page. */
export async function guardPart({ row, person, read }: DetailContext): Promise<Html> {
  const { id, guard } = row as CanonRule
  const failing = (await listFailingGuards(read)).find((rule) => rule.id === id)
  const maySet = policyAllows('administer', person)
  if (!guard && !maySet) return null
  return html`<section class="part" aria-labelledby="guard">
    <h2 id="guard">${t('canonRule.guard')}</h2>
    ${
      guard
        ? html`<p>${rich('canonRule.guardEffect', { effect: guard.effect, condition: html`<code>${guard.when}</code>` })}</p>
            ${guard.message && html`<p>${guard.message}</p>`}`
        : html`<p>${t('canonRule.noGuard')}</p>`
    }
    ${failing && html`<p class="error">${rich('canonRule.guardFails', { time: timestamp(failing.failed_at), failure: localized(celFault(failing.failure)) })}</p>`}
    ${maySet && html`<p><a class="button" href=${`${recordAddress('canon-rules', id)}/guard`}>${guard ? t('canonRule.editGuard') : t('canonRule.addGuard')}</a></p>`}
  </section>`
}

const code = (text: Html) => html`<code>${text}</code>`

const operators = '&& || ! == != < <= > >= in ?:'

/** Renders the names that an expression can use with their values, and examples to start from. */
export function guardHelp(address: string): Html {
  return html`<section class="part" aria-labelledby="examples">
      <h2 id="examples">${t('canonRule.guardExamples')}</h2>
      <ul class="examples">
        ${guardExamples.map(
          (example) => html`<li>
            <a href=${`${address}/guard?${new URLSearchParams(example)}`}>${inSentence(valueLabel(guardEffects, example.guard_effect))}</a>:${' '}
            <code>${example.guard_when}</code>
          </li>`,
        )}
      </ul>
    </section>
    <section class="part" aria-labelledby="names">
      <h2 id="names">${t('canonRule.guardNames')}</h2>
      <p>${rich('canonRule.guardLanguage', { operators: code(operators), code })}</p>
      <details>
        <summary>${t('canonRule.guardAllNames')}</summary>
        <div class="table" tabindex="0" role="region" aria-label=${t('canonRule.guardNameTable')}>
          <table>
            <thead><tr><th scope="col">${t('canonRule.guardName')}</th><th scope="col">${t('canonRule.guardValue')}</th></tr></thead>
            <tbody>
              ${Object.entries(guardNames).map(([name, fields]) => nameRows(name, fields))}
            </tbody>
          </table>
        </div>
      </details>
    </section>`
}

function nameRows(name: string, fields: readonly string[]): Html {
  if (fields.length === 0) return nameRow(name, t('canonRule.guardDay'))
  if (name === 'before') return nameRow(name, rich('canonRule.guardBefore', { code }))
  return fields.map((field) =>
    nameRow(`${name}.${field}`, nameValues[name]?.[field]?.map(localized).join(', ')),
  )
}

function nameRow(name: string, value: Html): Html {
  return html`<tr><th scope="row"><code>${name}</code></th><td>${value}</td></tr>`
}

// A component, because the language is known only when it is rendered.
const NotApproved = () => html`<span class="badge warn">${t('canonRule.notApproved')}</span>`

/** The mark of a rule that no admin approved. */
export const notApproved = html`<${NotApproved} />`

/** Renders the status of a rule. Only a rule that an admin approved is shown as active. */
export function ruleStatus({ status, approved_by }: Pick<CanonRule, 'status' | 'approved_by'>): Html {
  if (approved_by) return valueBadge(canonStatuses, status)
  return status === 'active' ? notApproved : html`${valueBadge(canonStatuses, status)} ${notApproved}`
}

/** Renders why a rule that was found is not in force: its status, or that no admin approved it. */
export function untrustedMark(status: string | null | undefined): Html {
  return status && status !== 'active' ? valueBadge(canonStatuses, status) : notApproved
}

/** Renders that a rule is not in force if no admin approved it, and otherwise what becomes of the person's change. */
export function ruleCaution({ approved_by }: Pick<CanonRule, 'approved_by'>, person: Person): Html {
  if (approved_by)
    return policyAllows('administer', person)
      ? null
      : html`<p class="caution">${t('canonRule.approvedCaution')}</p>`
  const strong = (text: Html) => html`<strong>${text}</strong>`
  return html`<p class="caution">${rich('canonRule.notApprovedCaution', { strong })}</p>`
}
