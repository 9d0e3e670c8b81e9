import { isKnownPerson } from '../../../src/catalog/known-person.ts'
import type { Read } from '../../../src/database/read.ts'
import { fieldPhrase } from '../../../src/language/phrase.ts'
import type { Message } from '../../../src/record/fault.ts'
import { trim } from '../../../src/record/rules/text.ts'
import type { FormValues } from '../record/record.ts'
import type { Control } from './controls.ts'

/** Returns a message for each filter by a person whose text is neither a user's nor on a record of the list. */
export async function unknownPeople(
  read: Read,
  record_type: string,
  controls: readonly Control[],
  values: FormValues,
): Promise<Record<string, Message>> {
  const errors: Record<string, Message> = {}
  for (const { name, kind } of controls) {
    const text = kind === 'person' ? trim(values[name]) : null
    if (typeof text !== 'string' || (await isKnownPerson(read, { record_type, text }))) continue
    errors[name] = fieldPhrase('form.unknownPerson').about(name)
  }
  return errors
}
