import type { Person } from '../../../src/access/person.ts'
import { personIn } from '../../../src/access/user.ts'
import {
  type RecordReference,
  type RecordTitles,
  readTitles,
  recordKey,
} from '../../../src/catalog/record-titles.ts'
import type { Read } from '../../../src/database/read.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { type Html, html } from '../html/html.ts'
import { recordAddress } from './address.ts'
import { hiddenFrom } from './hidden-from.ts'

type User = { id: number; name: string }

/** Renders a user by name, with a link to the page for a person who may see it. */
export function userLink(user: User, viewer: Person): Html {
  const name = visibleName(user)
  return hiddenFrom(viewer).includes('user')
    ? name
    : html`<a href=${recordAddress('users', user.id)}>${name}</a>`
}

/** Renders the user whom a text names. Undefined if it names none. */
export function namedUserLink(
  named: RecordReference,
  titles: RecordTitles,
  viewer: Person,
): Html | undefined {
  const found = titles.get(recordKey(named))
  return found && userLink({ id: found.id, name: found.title }, viewer)
}

/** Renders an owner: the user whom the text names, or the text. */
export type ShowOwner = (owner: string) => Html

/** Returns the function that renders owners. `owners` are looked up by one statement. */
export async function ownerRenderer(
  read: Read,
  owners: readonly (string | null)[],
  viewer: Person,
): Promise<ShowOwner> {
  const titles = await readTitles(
    read,
    owners.flatMap((owner) => personIn('owner', owner) ?? []),
  )
  return (owner) => {
    const named = personIn('owner', owner)
    return (named && namedUserLink(named, titles, viewer)) ?? visibleName({ id: 0, name: owner })
  }
}
