import type { FastifyReply, FastifyRequest } from 'fastify'
import { readReview, reviewDays } from '../../../../src/catalog/review.ts'
import { phrase } from '../../../../src/language/phrase.ts'
import { Fault } from '../../../../src/record/fault.ts'
import type { Server } from '../../../server/server.ts'
import { type Html, html } from '../../html/html.ts'
import { csrfField } from '../../html/post-form.ts'
import { t } from '../../html/text.ts'
import { listAddress } from '../../record/address.ts'
import { hiddenFrom } from '../../record/hidden-from.ts'
import { mayWrite } from '../../record/row.ts'
import { personOf, sendPage } from '../../request/reply.ts'
import { decideOnChanges, mayRevertAny } from './decide.ts'
import { groupSection, readShown, type Section } from './groups.ts'

const address = listAddress('review')

// More changes of one group are in no review that a person reads.
const maxOfGroup = 200
const shownOfGroup = 20
const shownOfPage = 50

/** Registers the review: what agents and bots wrote since the person looked last. */
export function reviewPage(app: Server): void {
  app.get('/review', showReview)
  app.post('/review', (request, reply) =>
    decideOnChanges(request, reply, (notice) => showReview(request, reply, notice)),
  )
}

type Notice = { content: Html; status: number }

async function showReview(request: FastifyRequest, reply: FastifyReply, notice?: Notice) {
  const title = t('layout.review')
  const { read } = request.server
  const person = personOf(request)
  const review = await readReview(read, { user_id: person.id, hidden: hiddenFrom(person) })
  const { group: key } = request.query as { group?: string }
  const sections = sectionsOf(review)
  const group = sections.flatMap(({ groups }) => groups).find((one) => one.key === key)
  // The last change of a group may have been reviewed in another window.
  if (key !== undefined && !group) throw new Fault('not_found', phrase('review.nothingOfGroup'))
  const groups = sections.flatMap(({ groups, isOpen }) => (isOpen || group ? groups : []))
  const ids = group ? new Map([[group.key, group.ids.slice(0, maxOfGroup)]]) : firstOfEach(groups)
  const shown = await readShown(read, person, sections, ids)
  const own = sections
    .map((section) =>
      group ? { ...section, groups: section.groups.filter((one) => one === group) } : section,
    )
    .filter(({ groups }) => groups.length > 0)
  const all = own.flatMap(({ groups }) => groups.flatMap(({ ids }) => ids))
  const content = (csrf: string) => html`
    <div>
      <h1>${title}</h1>
      <p class="about">${t('review.about', { days: reviewDays })}</p>
    </div>
    ${notice?.content}
    ${
      all.length === 0
        ? html`<p class="empty">${t('review.nothing')}</p>`
        : html`<form method="post" action=${address} class="review">
          ${csrfField(csrf)}
          ${mayWrite(request, {}) && buttons(all, mayRevertAny(person, own), !group)}
          ${own.map((section) => groupSection(section, shown))}
        </form>`
    }
  `
  const above = group && [{ href: address, label: title }]
  return sendPage(request, reply, { title, content, ...(above && { above }) }, notice?.status)
}

function sectionsOf({ risky, others }: Awaited<ReturnType<typeof readReview>>): Section[] {
  return [
    { id: 'risky', isOpen: true, groups: risky },
    { id: 'others', isOpen: false, groups: others },
  ]
}

// The ids of the changes that the page shows at once, by the key of their group.
function firstOfEach(groups: Section['groups']): Map<string, number[]> {
  let room = shownOfPage
  return new Map(
    groups.map(({ key, ids }) => {
      const first = ids.slice(0, Math.min(shownOfGroup, room))
      room -= first.length
      return [key, first]
    }),
  )
}

function buttons(ids: number[], mayRevert: boolean, isWhole: boolean): Html {
  return html`<div class="buttons">
    <button class="primary" name="action" value="accept" data-key="a" data-ticked>${t('review.accept')}</button>
    ${mayRevert && html`<button class="danger" name="action" value="revert" data-key="r" data-ticked>${t('history.revert')}</button>`}
    ${
      isWhole &&
      html`<label><input type="checkbox" name="ids" value=${ids.join(' ')} />${' '}
        ${t('review.selectAll', { count: ids.length })}</label>`
    }
  </div>`
}
