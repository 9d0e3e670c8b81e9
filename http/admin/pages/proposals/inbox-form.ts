import type { Actor } from '../../../../src/access/actor.ts'
import { mayDecide } from '../../../../src/portfolio/proposal/decide.ts'
import type { ListedProposal } from '../../../../src/portfolio/proposal/inbox.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { csrfField } from '../../html/csrf.ts'
import { absent } from '../../html/display.ts'
import { type Html, html } from '../../html/html.ts'
import { timestamp } from '../../html/time.ts'
import { proposalStatusMark, proposedAction, proposerLink, staleMark } from '../../parts/proposal.ts'
import { inboxLink } from './show.ts'

/** Renders proposals as rows. Those that the actor may decide on can be ticked, to be approved or rejected together. */
export function inboxForm(rows: ListedProposal[], actor: Actor, csrf: string): Html {
  const decidable = new Set(
    rows.filter((proposal) => proposal.status === 'pending' && mayDecide(actor, proposal)),
  )
  const table = html`<div class="table" tabindex="0" role="region" aria-label=${inboxLink.label}>
    <table class="rows" data-rows>
      <thead>
        <tr>
          ${decidable.size > 0 ? html`<th scope="col"><span class="visually-hidden">Tick</span></th>` : null}
          <th scope="col">Title</th>
          <th scope="col">Status</th>
          <th scope="col">Action</th>
          <th scope="col">Product</th>
          <th scope="col">Proposed by</th>
          <th scope="col">Proposed</th>
          <th scope="col">Expires</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((proposal) => row(proposal, decidable.size > 0, decidable.has(proposal)))}
      </tbody>
    </table>
  </div>`
  if (decidable.size === 0) return table
  return html`<form method="post" action=${`${inboxLink.href}/decide`} class="decide">
    ${csrfField(csrf)}
    <div class="buttons">
      <button class="primary" name="decision" value="approve" data-key="a" data-ticked>Approve</button>
      <button name="decision" value="reject" data-key="r" data-ticked>Reject</button>
      <label for="note">Note</label>
      <textarea id="note" name="note" rows="1" maxlength="1000" placeholder="With a rejection, for who proposed"></textarea>
    </div>
    ${table}
  </form>`
}

function row(proposal: ListedProposal, hasTicks: boolean, isDecidable: boolean): Html {
  const { id, conflicts, title, product_slug, product_name, created_at, expires_at, status } = proposal
  const tick =
    isDecidable &&
    html`<input type="checkbox" name="ids" value=${id} aria-label=${`Tick: ${visibleName({ id, name: title })}`} />`
  return html`<tr>
    ${hasTicks ? html`<td>${tick}</td>` : null}
    <th scope="row" class="wide"><a href=${`${inboxLink.href}/${id}`}><span class="clamp" title=${title}>${visibleName({ id, name: title })}</span></a></th>
    <td>${proposalStatusMark(proposal)}${conflicts > 0 ? html` ${staleMark}` : null}</td>
    <td>${proposedAction(proposal)}</td>
    <td>${product_slug === null ? absent : html`<a href=${`/admin/products/${product_slug}`}>${product_name}</a>`}</td>
    <td>${proposerLink(proposal)}</td>
    <td>${timestamp(created_at)}</td>
    <td>${status === 'pending' ? timestamp(expires_at) : absent}</td>
  </tr>`
}
