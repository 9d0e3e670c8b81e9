import type { Person } from '../../../src/access/person.ts'
import { type RecordTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import { celFault } from '../../../src/portfolio/guard/cel-fault.ts'
import type { Guard } from '../../../src/portfolio/guard/guard.ts'
import { maxWrites, pastDays } from '../../../src/portfolio/guard/past-writes.ts'
import type { Replay } from '../../../src/portfolio/guard/replay.ts'
import { maxStored, type Stored } from '../../../src/portfolio/guard/stored.ts'
import { type ListedWrite, type Met, maxListed } from '../../../src/portfolio/guard/tally.ts'
import type { Trial } from '../../../src/portfolio/guard/trial.ts'
import { guardEffects } from '../../../src/portfolio/vocabulary.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { actorAddress, actorKinds, changeItem } from '../history/change-item.ts'
import { type Html, html } from '../html/html.ts'
import { cards } from '../html/panels.ts'
import { localized, numberText, rich, t } from '../html/text.ts'
import { exactTime } from '../html/time.ts'
import { valueLabel } from '../html/value.ts'
import { inSentence } from '../html/words.ts'
import { recordLink, titleLink } from '../record/record-link.ts'
import { kindName } from '../records/kind-name.ts'

const maxActors = 10

/** Renders what a guard says of the writes of the past, and of the stored records. */
export function trialResult({ guard, replay, stored }: Trial, person: Person, titles: RecordTitles): Html {
  const { met, undone } = replay.all
  const newest = (isUndone: boolean) => replay.newest.filter((entry) => entry.isUndone === isUndone)
  const lists: WriteList[] = [
    {
      id: 'spared',
      title: t('trial.undoneCount', { count: undone }),
      about: t('trial.undoneAbout'),
      entries: newest(true),
      count: undone,
    },
    {
      id: 'kept',
      title: t('trial.standingCount', { count: met - undone }),
      about: t('trial.standingAbout'),
      entries: newest(false),
      count: met - undone,
    },
  ]
  return html`<section class="part history" aria-labelledby="trial">
    <h2 id="trial">${t('trial.title')}</h2>
    <p role="status"><strong>${summary(replay, guard.guard_effect)}</strong></p>
    ${cards([
      { label: t('trial.tried'), value: numberText(replay.tried) },
      { label: t('trial.met'), value: numberText(met) },
      { label: t('trial.metAndUndone'), value: numberText(undone) },
      { label: t('trial.failed'), value: numberText(sum(replay.failures)) },
    ])}
    ${notes(replay, guard.guard_effect)}
    ${
      met > 0 &&
      html`<div class="table" tabindex="0" role="region" aria-label=${t('trial.metWrites')}>
      ${countTable(replay, guard.guard_effect)}
    </div>`
    }
    ${met > maxListed && html`<p>${t('trial.newestListed', { listed: maxListed, met })}</p>`}
    ${met > 0 && lists.map((list) => writeList(list, person, titles))}
    ${storedPart(stored)}
  </section>`
}

function summary({ tried, all: { met, undone } }: Replay, effect: Guard['guard_effect']): string {
  if (tried === 0) return t('trial.noneTried', { days: pastDays })
  const writes = { tried, days: pastDays, effect }
  return met === 0 ? t('trial.noneMet', writes) : t('trial.someMet', { ...writes, met, undone })
}

// What was not tried, and why, and where the condition failed.
function notes(
  { writes, all, hasMore, stoppedAt, outside, skipped, failures }: Replay,
  effect: Guard['guard_effect'],
): Html {
  const list = [
    effect === 'propose' && all.met > 0 && t('trial.adminsNotHeld'),
    hasMore && t('trial.moreWrites', { maximum: maxWrites, days: pastDays }),
    stoppedAt !== null && rich('trial.stopped', { count: writes, time: exactTime(stoppedAt) }),
    outside > 0 && t('trial.outside', { count: outside }),
    ...[...skipped].map(([why, count]) => t('trial.notRebuilt', { count, why: localized(why) })),
    ...[...failures].map(([why, count]) => t('trial.failedOn', { count, why: localized(celFault(why)) })),
  ].filter((note) => note !== false)
  return list.length > 0 && html`<ul>${list.map((note) => html`<li>${note}</li>`)}</ul>`
}

function countTable({ all, ofKinds, ofActors, failures }: Replay, effect: Guard['guard_effect']): Html {
  const actors = [...ofActors.values()].sort((one, other) => other.met - one.met)
  const others = total(actors.slice(maxActors))
  const failed = sum(failures)
  return html`<table>
    <thead>
      <tr>
        <td></td>
        <th scope="col" class="number">${t('trial.met')}</th>
        <th scope="col" class="number">${t('trial.undone')}</th>
      </tr>
    </thead>
    <tbody>
      ${countRow(t('trial.effect', { effect: inSentence(valueLabel(guardEffects, effect)) }), all)}
      ${failed > 0 && html`<tr><th scope="row">${t('trial.effectOfFailure')}</th><td class="number">${numberText(failed)}</td><td class="number"></td></tr>`}
      ${[...ofKinds].map(([kind, count]) => countRow(t('trial.kind', { kind: inSentence(kindName(kind)) }), count))}
      ${actors.slice(0, maxActors).map(({ actor, ...count }) =>
        countRow(
          rich('trial.byActor', {
            actor: html`<a href=${actorAddress(actor)}>${visibleName(actor)}</a>`,
            kind: localized(actorKinds[actor.type]),
            muted: (part) => html`<span class="absent">${part}</span>`,
          }),
          count,
        ),
      )}
      ${others.met > 0 && countRow(t('trial.byOthers', { count: actors.length - maxActors }), others)}
    </tbody>
  </table>`
}

function countRow(label: Html, { met, undone }: Met): Html {
  return html`<tr>
    <th scope="row">${label}</th>
    <td class="number">${numberText(met)}</td>
    <td class="number">${numberText(undone)}</td>
  </tr>`
}

// The listed writes of a group. `count` includes those that are older than the newest 50 of both groups.
type WriteList = { entries: ListedWrite[]; count: number; id: string; title: string; about: string }

function writeList(
  { entries, count, id, title, about }: WriteList,
  person: Person,
  titles: RecordTitles,
): Html {
  const older = count - entries.length
  return html`<section aria-labelledby=${id}>
    <h3 id=${id}>${title}</h3>
    <p>${count === 0 ? t('trial.none') : about}</p>
    <ol>
      ${entries.map((entry) => changeItem(entry, person, titles, { subject: recordLink(entry, titles.get(recordKey(entry))) }))}
    </ol>
    ${older > 0 && html`<p class="absent">${t(entries.length > 0 ? 'trial.moreOlder' : 'trial.older', { count: older })}</p>`}
  </section>`
}

function storedPart(stored: Stored[]): Html {
  const shown = stored.filter(
    ({ caught, failures, isStopped }) => caught.length > 0 || failures.size > 0 || isStopped,
  )
  return html`<section aria-labelledby="stored">
    <h3 id="stored">${t('trial.stored')}</h3>
    <p>
      ${t('trial.storedAbout', { maximum: maxStored })} ${shown.length === 0 ? t('trial.none') : null}
    </p>
    ${shown.map(storedKind)}
  </section>`
}

function storedKind({ kind, caught, failures, tried, isStopped }: Stored): Html {
  const found = { kind: kindName(kind), count: caught.length }
  return html`<h4>
      ${
        isStopped
          ? t('trial.storedStopped', { ...found, tried })
          : t(caught.length === maxStored ? 'trial.storedFirst' : 'trial.storedCount', found)
      }
    </h4>
    ${[...failures].map(([why, count]) => html`<p>${t('trial.storedFailed', { count, why: localized(celFault(why)) })}</p>`)}
    ${
      caught.length > 0 &&
      html`<ul>
        ${caught.map(
          ({ id, title }) => html`<li>
            ${titleLink({ record_type: kind, record_id: id }, { id, title, platform: null, direction: null, operations: null, deleted: false })}
          </li>`,
        )}
      </ul>`
    }`
}

function total(counts: Met[]): Met {
  return {
    met: counts.reduce((all, { met }) => all + met, 0),
    undone: counts.reduce((all, { undone }) => all + undone, 0),
  }
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((all, count) => all + count, 0)
}
