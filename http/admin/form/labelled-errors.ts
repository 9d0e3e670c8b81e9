import { FieldName, Phrase } from '../../../src/language/phrase.ts'
import type { FieldErrors, Message } from '../../../src/record/fault.ts'
import { pageLanguage, told } from '../html/text.ts'
import { inSentence, words } from '../html/words.ts'
import type { Control } from './controls.ts'

type Labelled = Pick<Control, 'name' | 'label'>

/**
 * Returns the messages of invalid input with the labels of the controls in place of the names of the fields, which the
 * messages of the API contain: "The due on field is required." for "The due at field is required."
 */
export function labelledErrors(errors: FieldErrors, controls: readonly Labelled[]): Record<string, string[]> {
  const labels = new Map<string, string>()
  const add = (name: string, label: Message) =>
    labels.set(name, inSentence(label)).set(String(new FieldName(name)), inSentence(label))
  for (const path of Object.keys(errors)) add(path, labelOf(path, controls))
  for (const { name, label } of controls) add(name, label)
  const pattern = patternOf([...labels.keys()])
  return Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => [
      path,
      messages.map((message) =>
        message instanceof Phrase
          ? message.in(pageLanguage(), (name) => labels.get(name) ?? inSentence(words(name)))
          : message.replaceAll(pattern, (name) => labels.get(name) ?? name),
      ),
    ]),
  )
}

// The path of an item of a list, such as `evidence.0.id`, becomes "Evidence (item 1)".
function labelOf(path: string, controls: readonly Labelled[]): string {
  const [list = path, index] = path.split('.')
  const label = told(controls.find(({ name }) => name === list)?.label ?? words(list))
  return index === undefined ? label : `${label} (item ${Number(index) + 1})`
}

// Matches a name only where a message names a field, so that values in a message stay as they are.
function patternOf(names: string[]): RegExp {
  const longestFirst = names.sort((one, other) => other.length - one.length)
  const escaped = longestFirst.map(RegExp.escape)
  return new RegExp(
    `(?<=\\b(?:The|selected|after|to|when|Send) )(?:${escaped.join('|')})(?= (?:field|is|has|or|\\d{4}-)\\b|\\.(?: |$))`,
    'g',
  )
}
