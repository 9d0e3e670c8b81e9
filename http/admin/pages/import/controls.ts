import { type Language, languages } from '../../../../src/language/languages.ts'
import { Phrase } from '../../../../src/language/phrase.ts'
import type { Labels } from '../../../../src/portfolio/import/mapping.ts'
import type { Message } from '../../../../src/record/fault.ts'
import { type Control, formControls } from '../../form/controls.ts'
import { fieldLabel } from '../../html/words.ts'
import type { RecordPages } from '../../record/record.ts'

const languageNames = Object.keys(languages) as Language[]

/** Returns the labels of the fields of an import in each language, by name. A file may be from a tool in another one. */
export function importLabels(pages: RecordPages, fields: string[]): Labels {
  const inEach = (label: Message) =>
    label instanceof Phrase ? languageNames.map((language) => label.in(language)) : [label]
  return Object.fromEntries(importControls(pages, fields).map(({ name, label }) => [name, inEach(label)]))
}

/** Returns the controls of a new record for the fields of an import, so that a fixed value is entered as in its form. */
export function importControls({ create }: RecordPages, fields: string[]): Control[] {
  const controls = new Map(create && formControls(create.body).map((control) => [control.name, control]))
  return fields.map(
    (name) => controls.get(name) ?? { name, label: fieldLabel(name), kind: 'text', required: false },
  )
}
