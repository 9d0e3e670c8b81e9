import type { Person } from '../../../src/access/person.ts'
import { recordCatalog } from '../../../src/catalog/record-catalog.ts'
import { ActivityQuery, activityParts } from '../../../src/journal/activity.ts'
import { todayIn } from '../../../src/record/time-zone.ts'
import { type Control, controlsOf } from '../form/controls.ts'
import { surfaceLabels } from '../history/change-item.ts'
import { t } from '../html/text.ts'
import { valueLabel } from '../html/value.ts'
import { fieldLabel } from '../html/words.ts'
import { hiddenFrom } from '../record/hidden-from.ts'
import { kindName } from '../records/kind-name.ts'

/** Returns the presets of the activity. The last hour of one actor can be undone together. */
export function ownPresets(zone: string, { actor }: Record<string, string>) {
  return [
    { label: t('activity.everyone'), query: {} },
    { label: t('activity.people'), query: { actor: 'user' } },
    { label: t('activity.agents'), query: { actor: 'portfolio_token' } },
    { label: t('llmKey.list'), query: { actor: 'llm_key' } },
    { label: t('activity.bots'), query: { actor: 'bot' } },
    { label: t('myDay.today'), query: { since: todayIn(zone) } },
    { label: t('activity.lastHour'), query: { ...(actor && { actor }), since: hourAgo() } },
  ] as { label: string; query: Record<string, string> }[]
}

function hourAgo(): string {
  return new Date(Date.now() - 3_600_000).toISOString()
}

/** Returns the controls of the filters of the activity. */
export function controlsFor(
  person: Person,
  { since = '', until = '', record_id, set }: Record<string, string>,
): Control[] {
  const hidden = hiddenFrom(person)
  const types = [...recordCatalog.keys()].filter((type) => !hidden.includes(type))
  const optional = { required: false } as const
  const id = (name: string, label: string) => ({ ...optional, name, label, kind: 'integer' }) as const
  return [
    {
      ...optional,
      name: 'actor',
      label: t('activity.who'),
      kind: 'text',
      help: helpOf('actor'),
    },
    {
      ...optional,
      name: 'surface',
      label: fieldLabel('surface'),
      kind: 'choice',
      options: Object.entries(surfaceLabels).map(([value, label]) => ({ value, label })),
    },
    {
      ...optional,
      name: 'entity',
      label: t('activity.record'),
      kind: 'choice',
      options: types.map((value) => ({ value, label: kindName(value) })),
    },
    ...(record_id === undefined ? [] : [id('record_id', fieldLabel('id'))]),
    ...(set === undefined ? [] : [id('set', t('activity.together'))]),
    {
      ...optional,
      name: 'only',
      label: fieldLabel('only'),
      kind: 'choice',
      help: helpOf('only'),
      options: Object.keys(activityParts).map((value) => ({
        value,
        label: valueLabel(activityParts, value),
      })),
    },
    // A date field cannot show a timestamp.
    { ...optional, name: 'since', label: fieldLabel('since'), kind: since.length > 10 ? 'text' : 'date' },
    { ...optional, name: 'until', label: fieldLabel('until'), kind: until.length > 10 ? 'text' : 'date' },
    {
      ...optional,
      name: 'undone_from',
      label: fieldLabel('undone_from'),
      kind: 'date',
      help: helpOf('undone_from'),
    },
    {
      ...optional,
      name: 'undone_to',
      label: fieldLabel('undone_to'),
      kind: 'date',
      help: helpOf('undone_to'),
    },
  ]
}

function helpOf(name: string) {
  return controlsOf(ActivityQuery).find((control) => control.name === name)?.help
}
