import type { Person } from '../../../src/access/person.ts'
import { readTitles, recordKey } from '../../../src/catalog/record-titles.ts'
import type { Read } from '../../../src/database/read.ts'
import { readActorName } from '../../../src/journal/activity.ts'
import { readChangeSet } from '../../../src/journal/change-set.ts'
import { actorKinds } from '../history/change-item.ts'
import { setTitle } from '../history/change-set-item.ts'
import { localized } from '../html/text.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import { distinctTitle } from '../record/record-link.ts'

/**
 * Returns what the chips of filters show for an actor, for the record of a kind and for a change set: their names. A filter
 * that names none of them is left out.
 */
export async function chipNames(
  read: Read,
  { actor, record_id, set }: Record<string, string>,
  record_type: string | undefined,
  person: Person,
): Promise<Record<string, string>> {
  const [actorName, title, changeSet] = await Promise.all([
    actor === undefined ? undefined : nameOfActor(read, actor),
    record_id === undefined || record_type === undefined
      ? undefined
      : titleOf(read, record_type, record_id, person),
    set !== undefined && isId(set) ? readChangeSet(read, Number(set)) : undefined,
  ])
  return {
    ...(actorName && { actor: actorName }),
    ...(title && { record_id: title }),
    ...(changeSet && { set: setTitle(changeSet) }),
  }
}

async function nameOfActor(read: Read, actor: string): Promise<string | undefined> {
  const kind = Object.entries(actorKinds).find(([type]) => type === actor)
  if (!kind) return readActorName(read, actor)
  const label = localized(kind[1])
  return label.charAt(0).toUpperCase() + label.slice(1)
}

async function titleOf(
  read: Read,
  record_type: string,
  id: string,
  person: Person,
): Promise<string | undefined> {
  if (!isId(id) || hiddenFrom(person).includes(record_type)) return undefined
  const record = { record_type, record_id: Number(id) }
  const found = (await readTitles(read, [record])).get(recordKey(record))
  return found && distinctTitle(record_type, found)
}

function isId(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}
