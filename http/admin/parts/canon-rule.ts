import type { Person } from '../../../src/access/person.ts'
import { policyAllows } from '../../../src/access/policy.ts'
import type { CanonRule } from '../../../src/portfolio/canon-rule/canon-rule.ts'
import { guardExamples, listFailingGuards } from '../../../src/portfolio/guard/guard.ts'
import { guardNames, nameValues } from '../../../src/portfolio/guard/names.ts'
import { guardEffects } from '../../../src/portfolio/vocabulary.ts'
import { badge } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { timestamp } from '../html/time.ts'
import { recordAddress } from '../record/address.ts'
import type { DetailContext } from '../record/record.ts'

/** Renders the guard of a canon rule on its page. */
export async function guardPart({ row, person, read }: DetailContext): Promise<Html> {
  const { id, guard } = row as CanonRule
  const failing = (await listFailingGuards(read)).find((rule) => rule.id === id)
  const maySet = policyAllows('administer', person)
  if (!guard && !maySet) return null
  return html`<section class="part" aria-labelledby="guard">
    <h2 id="guard">Guard</h2>
    ${
      guard
        ? html`<p>The rule ${guardEffects[guard.effect]}, where <code>${guard.when}</code>.</p>
            ${guard.message && html`<p>${guard.message}</p>`}`
        : html`<p>The rule has no guard, so no write is checked against it.</p>`
    }
    ${failing && html`<p class="error">Fails since ${timestamp(failing.failed_at)}: ${failing.failure}</p>`}
    ${maySet && html`<p><a class="button" href=${`${recordAddress('canon-rules', id)}/guard`}>${guard ? 'Edit guard' : 'Add guard'}</a></p>`}
  </section>`
}

const operators = '&& || ! == != < <= > >= in ?:'

/** Renders the names that an expression can use with their values, and examples to start from. */
export function guardHelp(address: string): Html {
  return html`<section class="part" aria-labelledby="examples">
      <h2 id="examples">Examples</h2>
      <ul class="examples">
        ${guardExamples.map(
          (example) => html`<li>
            <a href=${`${address}/guard?${new URLSearchParams(example)}`}>${example.guard_effect}</a>:
            <code>${example.guard_when}</code>
          </li>`,
        )}
      </ul>
    </section>
    <section class="part" aria-labelledby="names">
      <h2 id="names">Names</h2>
      <p>
        Operators: <code>${operators}</code>. Functions: <code>has(field)</code>, whether a field is
        set, <code>size</code>, <code>startsWith</code>, <code>endsWith</code>, <code>contains</code>. A field is null
        if it is unset or belongs to another kind of record; <code>before</code> is null for a new record.
      </p>
      <details>
        <summary>All names and their values</summary>
        <div class="table" tabindex="0" role="region" aria-label="Names and their values">
          <table>
            <thead><tr><th scope="col">Name</th><th scope="col">Value</th></tr></thead>
            <tbody>
              ${Object.entries(guardNames).map(([name, fields]) => nameRows(name, fields))}
            </tbody>
          </table>
        </div>
      </details>
    </section>`
}

function nameRows(name: string, fields: readonly string[]): Html {
  if (fields.length === 0) return nameRow(name, 'The day, as YYYY-MM-DD')
  if (name === 'before') return nameRow(name, html`The fields of <code>after</code>, as they are stored`)
  return fields.map((field) => nameRow(`${name}.${field}`, nameValues[name]?.[field]?.join(', ')))
}

function nameRow(name: string, value: Html): Html {
  return html`<tr><th scope="row"><code>${name}</code></th><td>${value}</td></tr>`
}

/** The mark of a rule that no admin approved. */
export const notApproved = html`<span class="badge warn">Not approved</span>`

/** Renders the status of a rule. Only a rule that an admin approved is shown as active. */
export function ruleStatus({ status, approved_by }: Pick<CanonRule, 'status' | 'approved_by'>): Html {
  if (approved_by) return badge(status)
  return status === 'active' ? notApproved : html`${badge(status)} ${notApproved}`
}

/** Renders why a rule that was found is not in force: its status, or that no admin approved it. */
export function untrustedMark(status: string | null | undefined): Html {
  return status && status !== 'active' ? badge(status) : notApproved
}

/** Renders that a rule is not in force if no admin approved it, and otherwise what becomes of the person's change. */
export function ruleCaution({ approved_by }: Pick<CanonRule, 'approved_by'>, person: Person): Html {
  if (approved_by)
    return policyAllows('administer', person)
      ? null
      : html`<p class="caution">
          An admin approved this rule. Your change becomes a proposal: the rule stays in force as it is until an admin
          decides.
        </p>`
  return html`<p class="caution">
    <strong>Not approved.</strong> This rule is not in force. Agents follow it only after an admin approves it.
  </p>`
}
