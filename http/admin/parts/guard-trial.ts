import type { Person } from '../../../src/access/person.ts'
import { type RecordTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import type { Guard } from '../../../src/portfolio/guard/guard.ts'
import { maxWrites, pastDays } from '../../../src/portfolio/guard/past-writes.ts'
import type { Replay } from '../../../src/portfolio/guard/replay.ts'
import { maxStored, type Stored } from '../../../src/portfolio/guard/stored.ts'
import { type ListedWrite, type Met, maxListed } from '../../../src/portfolio/guard/tally.ts'
import type { Trial } from '../../../src/portfolio/guard/trial.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { actorAddress, actorKinds, changeItem } from '../history/change-item.ts'
import { type Html, html } from '../html/html.ts'
import { cards } from '../html/panels.ts'
import { exactTime } from '../html/time.ts'
import { counted, words } from '../html/words.ts'
import { recordLink, titleLink } from '../record/record-link.ts'

const maxActors = 10

/** Renders what a guard says of the writes of the past, and of the stored records. */
export function trialResult({ guard, replay, stored }: Trial, person: Person, titles: RecordTitles): Html {
  const { met, undone } = replay.all
  const list = (isUndone: boolean, id: string, title: string, about: string) => {
    const entries = replay.newest.filter((entry) => entry.isUndone === isUndone)
    const count = isUndone ? undone : met - undone
    return met > 0 && writeList({ entries, count, id, title, about }, person, titles)
  }
  return html`<section class="part history" aria-labelledby="trial">
    <h2 id="trial">Test</h2>
    <p role="status"><strong>${summary(replay, guard.guard_effect)}</strong></p>
    ${cards([
      { label: 'Tried', value: number(replay.tried) },
      { label: 'Met', value: number(met) },
      { label: 'Met and undone since', value: number(undone) },
      { label: 'Condition failed', value: number(sum(replay.failures)) },
    ])}
    ${notes(replay, guard.guard_effect)}
    ${
      met > 0 &&
      html`<div class="table" tabindex="0" role="region" aria-label="Writes that meet the condition">
      ${countTable(replay, guard.guard_effect)}
    </div>`
    }
    ${met > maxListed && html`<p>The lists show the newest ${maxListed} of the ${number(met)} writes that meet the condition.</p>`}
    ${list(
      true,
      'spared',
      'Undone since',
      'Reverted, undone, withdrawn or retracted later: the rule would have spared these.',
    )}
    ${list(false, 'kept', 'Still standing', 'Not undone since: the rule would have caught these too.')}
    ${storedPart(stored)}
  </section>`
}

const caught = {
  refuse: 'have been refused',
  propose: 'have been held for a person',
  warn: 'have been stored with a warning',
}

function summary({ tried, all: { met, undone } }: Replay, effect: Guard['guard_effect']): string {
  if (tried === 0) return `No write of the last ${pastDays} days could be tried.`
  const writes = `${counted(tried, { singular: 'write', plural: 'writes' })} of the last ${pastDays} days`
  if (met === 0) return `Of ${writes}, none would ${caught[effect]}.`
  const later = undone === 1 ? '1 of them was' : `${undone === 0 ? 'none' : number(undone)} of them were`
  return `Of ${writes}, ${number(met)} would ${caught[effect]}; ${later} undone later anyway.`
}

// What was not tried, and why, and where the condition failed.
function notes(
  { writes, all, hasMore, stoppedAt, outside, skipped, failures }: Replay,
  effect: Guard['guard_effect'],
): Html {
  const list = [
    effect === 'propose' &&
      all.met > 0 &&
      'Writes of an admin are not held: they would have been stored with a warning.',
    hasMore &&
      `There were more than ${number(maxWrites)} writes in ${pastDays} days; older ones were not tried.`,
    stoppedAt !== null &&
      html`The time did not suffice: the test stopped after ${number(writes)} writes, at ${exactTime(stoppedAt)}.`,
    outside > 0 && `${number(outside)} outside the scope of the rule, not tried.`,
    ...[...skipped].map(([why, count]) => `${number(count)} that could not be rebuilt: ${why}`),
    ...[...failures].map(
      ([why, count]) =>
        `${number(count)} on which the condition failed, which makes a write a proposal: ${why}`,
    ),
  ].filter((note) => note !== false)
  return list.length > 0 && html`<ul>${list.map((note) => html`<li>${note}</li>`)}</ul>`
}

function countTable({ all, ofKinds, ofActors, failures }: Replay, effect: string): Html {
  const actors = [...ofActors.values()].sort((one, other) => other.met - one.met)
  const others = total(actors.slice(maxActors))
  const failed = sum(failures)
  return html`<table>
    <thead>
      <tr>
        <td></td>
        <th scope="col" class="number">Met</th>
        <th scope="col" class="number">Undone since</th>
      </tr>
    </thead>
    <tbody>
      ${countRow(`Effect: ${words(effect).toLowerCase()}`, all)}
      ${failed > 0 && html`<tr><th scope="row">Effect: propose, because the condition failed</th><td class="number">${number(failed)}</td><td class="number"></td></tr>`}
      ${[...ofKinds].map(([kind, count]) => countRow(`Kind: ${words(kind).toLowerCase()}`, count))}
      ${actors
        .slice(0, maxActors)
        .map(({ actor, ...count }) =>
          countRow(
            html`<span class="absent">By </span><a href=${actorAddress(actor)}>${visibleName(actor)}</a><span class="absent"> (${actorKinds[actor.type]})</span>`,
            count,
          ),
        )}
      ${others.met > 0 && countRow(`By ${number(actors.length - maxActors)} others`, others)}
    </tbody>
  </table>`
}

function countRow(label: Html, { met, undone }: Met): Html {
  return html`<tr>
    <th scope="row">${label}</th>
    <td class="number">${number(met)}</td>
    <td class="number">${number(undone)}</td>
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
    <h3 id=${id}>${`${title}: ${number(count)}`}</h3>
    <p>${count === 0 ? 'There are none.' : about}</p>
    <ol>
      ${entries.map((entry) => changeItem(entry, person, titles, { subject: recordLink(entry, titles.get(recordKey(entry))) }))}
    </ol>
    ${older > 0 && html`<p class="absent">${`${number(older)} ${entries.length > 0 ? 'more ' : ''}that ${older === 1 ? 'is' : 'are'} older.`}</p>`}
  </section>`
}

function storedPart(stored: Stored[]): Html {
  const shown = stored.filter(
    ({ caught, failures, isStopped }) => caught.length > 0 || failures.size > 0 || isStopped,
  )
  return html`<section aria-labelledby="stored">
    <h3 id="stored">Stored records</h3>
    <p>
      Those that the rule would catch if an agent created them today as they are, the newest ${maxStored} of each kind.
      ${shown.length === 0 ? 'There are none.' : null}
    </p>
    ${shown.map(storedKind)}
  </section>`
}

function storedKind({ kind, caught, failures, tried, isStopped }: Stored): Html {
  const tail = isStopped ? `, of the newest ${number(tried)}: the time did not suffice for more` : ''
  return html`<h4>${`${words(kind)}: ${caught.length === maxStored ? `the first ${maxStored}` : caught.length}${tail}`}</h4>
    ${[...failures].map(([why, count]) => html`<p>The condition fails on ${number(count)}: ${why}</p>`)}
    ${
      caught.length > 0 &&
      html`<ul>
        ${caught.map(
          ({ id, title }) => html`<li>
            ${titleLink({ record_type: kind, record_id: id }, { id, title, platform: null, direction: null, deleted: false })}
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

function number(count: number): string {
  return count.toLocaleString('en')
}
