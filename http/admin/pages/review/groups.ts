import type { Person } from '../../../../src/access/person.ts'
import { referencesOf } from '../../../../src/catalog/changed-values.ts'
import { type RecordTitles, readTitles, recordKey } from '../../../../src/catalog/record-titles.ts'
import { maxReviewed, type ReviewGroup, readEntries } from '../../../../src/catalog/review.ts'
import type { Read } from '../../../../src/database/read.ts'
import type { ActivityEntry } from '../../../../src/journal/activity.ts'
import { readProductNames } from '../../../../src/portfolio/product/read.ts'
import { type Claim, readClaims } from '../../../../src/portfolio/task/claim.ts'
import { visibleName } from '../../../../src/record/invisible.ts'
import { actorLink, changeItem, light } from '../../history/change-item.ts'
import { type Html, html } from '../../html/html.ts'
import { rich, t } from '../../html/text.ts'
import { claimText } from '../../parts/task-work.ts'
import { listAddress, recordAddress } from '../../record/address.ts'
import { hiddenFrom } from '../../record/hidden-from.ts'
import { recordLink } from '../../record/record-link.ts'
import { countOfKind } from '../../records/kind-name.ts'

// An admin who comes back after a month reads no more rows than these. The tick for all changes includes the others.
const maxGroups = 100

/** A part of the review with its groups. Those of an open section show their newest changes at once. */
export type Section = { id: 'risky' | 'others'; isOpen: boolean; groups: ReviewGroup[] }

/** What the page shows of its groups. */
export type Shown = {
  person: Person
  /** The changes of each group that is open, by its key. */
  entries: ReadonlyMap<string, ActivityEntry[]>
  titles: RecordTitles
  /** Who works on the tasks, by their ids. */
  claims: ReadonlyMap<number, Claim>
  products: ReadonlyMap<string, string>
}

/** Reads the changes with these ids, by the key of their group, and the names that the groups and they contain. */
export async function readShown(
  read: Read,
  person: Person,
  sections: Section[],
  ids: ReadonlyMap<string, number[]>,
): Promise<Shown> {
  const changes = await readEntries(read, [...ids.values()].flat(), hiddenFrom(person))
  const slugs = sections.flatMap(({ groups }) => groups.flatMap(({ product_slug }) => product_slug ?? []))
  const tasks = changes.flatMap(({ record_type, record_id }) => (record_type === 'task' ? [record_id] : []))
  const [claims, titles, products] = await Promise.all([
    readClaims(read, tasks),
    readTitles(read, [...changes, ...referencesOf(changes)]),
    readProductNames(read, [...new Set(slugs)]),
  ])
  const byId = new Map(changes.map((entry) => [entry.id, entry]))
  const entries = new Map(
    [...ids].map(([key, ofGroup]) => [key, ofGroup.flatMap((id) => byId.get(id) ?? [])] as const),
  )
  return { person, entries, titles, claims, products }
}

/** Renders the groups of a section, under the actor and the product that they have in common. */
export function groupSection({ id, groups }: Section, shown: Shown): Html {
  const count = groups.reduce((sum, { ids }) => sum + ids.length, 0)
  const parts = Map.groupBy(groups.slice(0, maxGroups), ({ key }) => key.slice(0, key.lastIndexOf('/')))
  return html`<section class="history" aria-labelledby=${id}>
    <h2 id=${id}>${t(`review.${id}`, { count })}</h2>
    ${count >= maxReviewed && html`<p>${t('review.onlyNewest', { count: maxReviewed })}</p>`}
    ${[...parts.values()].map((ofPart) => part(ofPart, shown))}
    ${groups.length > maxGroups && html`<p>${t('review.moreGroups', { count: groups.length - maxGroups })}</p>`}
  </section>`
}

function part(groups: ReviewGroup[], shown: Shown): Html {
  const [first] = groups
  if (!first) return null
  const { actor, product_slug: slug } = first
  return html`
    <h3>
      ${rich('review.partBy', {
        name: slug === null ? t('review.withoutProduct') : (shown.products.get(slug) ?? slug),
        product: (name) =>
          slug === null ? name : html`<a href=${recordAddress('products', slug)}>${name}</a>`,
        light,
        author: actorLink(actor),
      })}
    </h3>
    <ul class="folds">
      ${groups.map((group) => fold(group, shown))}
    </ul>
  `
}

function fold({ key, actor, record_type, product_slug, ids }: ReviewGroup, shown: Shown): Html {
  const records = countOfKind(record_type, ids.length)
  const author = visibleName(actor)
  const selects =
    product_slug === null
      ? t('review.select', { records, author })
      : t('review.selectOfProduct', {
          records,
          author,
          product: shown.products.get(product_slug) ?? product_slug,
        })
  const entries = shown.entries.get(key) ?? []
  const address = listAddress('review', { group: key })
  const all = html`<a href=${address}>${t('review.show', { records })}</a>`
  return html`<li data-row>
    ${tick(ids, selects)}
    <details open=${entries.length > 0 || undefined}>
      <summary>${records}</summary>
      ${
        entries.length > 0
          ? html`<div class="entries">
              <ol>${entries.map((entry) => item(entry, shown))}</ol>
              ${entries.length < ids.length && html`<p>${t('review.newestOf', { shown: entries.length, count: ids.length })} ${all}</p>`}
            </div>`
          : html`<div
              hx-get=${address}
              hx-trigger="toggle from:closest details once"
              hx-select=".entries"
            >
              <p>${all}</p>
            </div>`
      }
    </details>
  </li>`
}

function item(entry: ActivityEntry, { person, titles, claims }: Shown): Html {
  const claim = entry.record_type === 'task' && claims.get(entry.record_id)
  return changeItem(entry, person, titles, {
    lead: tick([entry.id], t('review.selectChange')),
    subject: recordLink(entry, titles.get(recordKey(entry))),
    links: claim && html`<span>${claimText(claim)}</span>`,
  })
}

// The tick names the changes that the page counts, so that a newer one is not accepted unseen.
function tick(ids: number[], label: string): Html {
  return html`<input type="checkbox" name="ids" value=${ids.join(' ')} aria-label=${label} />`
}
