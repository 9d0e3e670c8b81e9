import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type FieldErrors, invalid, type Message } from '../../../../src/record/fault.ts'
import {
  type ComparedPeriods,
  daysAfter,
  lastFullDays,
  usualDays,
} from '../../../../src/record/rules/period.ts'
import { todayIn } from '../../../../src/record/time-zone.ts'
import { safeValidate } from '../../../../src/record/validation/validate.ts'
import type { Control } from '../../form/controls.ts'
import { labelledErrors } from '../../form/labelled-errors.ts'
import { nameTyped, resolveReferences } from '../../form/references.ts'
import { type Html, html } from '../../html/html.ts'
import { localized, numberText, t } from '../../html/text.ts'
import { filterField } from '../../list/filter-line.ts'
import { filterControls } from '../../list/filters.ts'
import type { FormValues } from '../../record/record.ts'
import { personOf } from '../../request/reply.ts'

/** Describes a page that compares a period with the period before it. */
export type ComparisonPage<Query> = {
  /** The address of the page. */
  address: string
  query: z.ZodObject & z.ZodType<Query>
  /** As in the description of a record. */
  references?: Record<string, string>
  headings?: Record<string, Message>
}

/** The request for such a page. Without `query` it is invalid. */
export type ComparisonRequest<Query> = {
  query: Query | undefined
  errors: FieldErrors
  /** The current date in the time zone of the service. */
  today: string
  controls: Control[]
  /** The parameters as an address contains them. */
  sent: Record<string, string>
  /** The parameters as the controls show them, records by name. */
  shown: FormValues
}

/** Returns the parameters of a request, with the records that they name. Unknown parameters are ignored. */
export async function comparisonRequest<Query>(
  request: FastifyRequest,
  { query: schema, references, headings }: ComparisonPage<Query>,
): Promise<ComparisonRequest<Query>> {
  const { read } = request.server
  const person = personOf(request)
  const controls = filterControls({ list: { query: schema }, references, headings })
  const resolved = await resolveReferences(read, controls, request.query as FormValues, person)
  const given = Object.entries(resolved.values).filter(
    ([name, value]) => value !== '' && Object.hasOwn(schema.shape, name),
  )
  const today = todayIn(request.server.config.TIME_ZONE)
  const { date_from, date_to = daysAfter(today, -1) } = Object.fromEntries(given) as Record<string, string>
  const isAhead = date_from !== undefined && date_from > date_to
  const { data, errors } = safeValidate(schema, {
    ...(!isAhead && { date_to }),
    ...Object.fromEntries(given),
  })
  const isKnown = Object.keys(resolved.errors).length === 0
  const texts = given.filter(([, value]) => typeof value === 'string')
  const sent = { ...Object.fromEntries(texts), ...resolved.texts }
  return {
    query: isKnown ? (data as Query | undefined) : undefined,
    errors: labelledErrors({ ...errors, ...invalid(resolved.errors).errors }, controls),
    today,
    controls,
    sent: sent as Record<string, string>,
    shown: await nameTyped(read, controls, sent, person),
  }
}

const presetDays = [7, usualDays, 90, 365]

/** Returns the address of a page with changed parameters. An empty value removes its parameter. */
export function changedAddress(
  address: string,
  sent: Record<string, string>,
  changes: Record<string, string>,
): string {
  const parameters = new URLSearchParams(sent)
  for (const [name, value] of Object.entries(changes))
    if (value === '') parameters.delete(name)
    else parameters.set(name, value)
  const search = parameters.toString()
  return `${address}${search ? `?${search}` : ''}`
}

/** Renders the parameters of a comparison as a form, below links to usual periods and to each division into rows. */
export function periodForm(
  address: string,
  { today, controls: all, sent, shown, errors }: ComparisonRequest<unknown>,
  period: ComparedPeriods | undefined,
  division?: { by: string; labels: Readonly<Record<string, Message>> },
): Html {
  const controls = all.filter(({ name }) => name !== 'by')
  const divisions = all.find(({ name }) => name === 'by')?.options ?? []
  const names = new Set(controls.map(({ name }) => name))
  const others = Object.entries(errors).flatMap(([name, messages]) => (names.has(name) ? [] : messages))
  const values = { ...shown, ...(period && { date_from: period.from, date_to: period.to }) }
  return html`
    <nav class="presets" aria-label=${t('explore.periods')}>
      ${presetDays.map((days) => {
        const { from, to } = lastFullDays(today, days)
        const range = { date_from: from, date_to: to }
        const isCurrent = period?.from === from && period.to === to
        return html`<a href=${changedAddress(address, sent, range)} aria-current=${isCurrent ? 'true' : undefined}>${t('explore.lastDays', { days })}</a>`
      })}
    </nav>
    ${
      divisions.length === 0
        ? null
        : html`<nav class="presets" aria-label=${t('explore.rows')}>
      ${divisions.map(({ value }) => html`<a href=${changedAddress(address, sent, { by: value })} aria-current=${value === division?.by ? 'true' : undefined}>${division?.labels[value]}</a>`)}
    </nav>`
    }
    <form class="filters" method="get" action=${address}>
      ${controls.map((control) => filterField(control, values[control.name as keyof typeof values], errors[control.name]?.map(localized)))}
      ${['by', 'sort'].map((name) => sent[name] && html`<input type="hidden" name=${name} value=${sent[name]} />`)}
      <div class="buttons">
        <button>${t('explore.show')}</button>
        ${Object.keys(sent).length > 0 ? html`<a class="button plain" href=${address}>${t('explore.clear')}</a>` : null}
      </div>
    </form>
    ${others.length > 0 ? html`<p class="error" role="alert">${others.join(' ')}</p>` : null}
  `
}

type SortedColumn = {
  name: string
  label: string
  /** The present order of the rows. */
  sort: string
  /** The order after the first press. */
  initial: string
  isText?: boolean
}

/** Renders the heading of a column that the rows can be sorted by. */
export function sortedHead(
  address: string,
  sent: Record<string, string>,
  { name, label, sort, initial, isText }: SortedColumn,
): Html {
  const isSorted = sort.replace('-', '') === name
  const other = sort === name ? `-${name}` : name
  const state = isSorted ? (sort.startsWith('-') ? 'descending' : 'ascending') : undefined
  return html`
    <th scope="col" class=${isText ? undefined : 'number'} aria-sort=${state}>
      <a href=${changedAddress(address, sent, { sort: isSorted ? other : initial })}>${label}${
        state === undefined
          ? null
          : html`<span aria-hidden="true"> ${state === 'ascending' ? '↑' : '↓'}</span>`
      }</a>
    </th>
  `
}

/** Returns a change with its sign: `+1,204`, `−3`, `0`. */
export function signed(change: number): string {
  const size = numberText(Math.abs(change))
  return change > 0 ? `+${size}` : change < 0 ? `−${size}` : size
}

/** Returns a change in percent of the value before. Undefined if there was none. */
export function percentChange(now: number, before: number): number | undefined {
  return before === 0 ? undefined : Math.round(((now - before) / before) * 1000) / 10
}

/** Returns the tone of a change of a number that is better if it is higher. */
export function changeTone(change: number): 'good' | 'bad' | undefined {
  return change > 0 ? 'good' : change < 0 ? 'bad' : undefined
}
