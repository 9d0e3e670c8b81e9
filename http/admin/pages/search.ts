import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type FoundRecord, type FoundRecords, queryWords } from '../../../src/catalog/other-record-search.ts'
import { maxPerKind, RecordSearchQuery, searchRecords } from '../../../src/catalog/record-search.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { enumerationOf } from '../../../src/record/rules/enumeration.ts'
import { truncate } from '../../../src/record/rules/truncate.ts'
import { safeValidate } from '../../../src/record/validation/validate.ts'
import type { Server } from '../../server/server.ts'
import { labelledErrors } from '../form/labelled-errors.ts'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { dayText, timestamp } from '../html/time.ts'
import { valueLabel } from '../html/value.ts'
import { words } from '../html/words.ts'
import { textFilters } from '../list/filters.ts'
import { untrustedMark } from '../parts/canon-rule.ts'
import { listAddress, recordAddress } from '../record/address.ts'
import { listLink } from '../record/links.ts'
import type { RecordPages } from '../record/record.ts'
import { agentTokenPages } from '../records/agent-token.ts'
import { pagesOfType } from '../records/index.ts'
import { llmKeyPages } from '../records/llm-key.ts'
import { userTokenPages } from '../records/user-token.ts'
import { personOf, sendPage } from '../request/reply.ts'

/** Registers the search over all records. */
export function searchPage(app: Server): void {
  app.get('/search', showSearch)
}

async function showSearch(request: FastifyRequest, reply: FastifyReply) {
  const title = t('search.title')
  const { q } = request.query as { q?: unknown }
  if (typeof q !== 'string' || q.trim() === '')
    return send(
      html`<p class="empty">
        ${t('search.about')}
      </p>`,
    )
  const { data, errors } = safeValidate(RecordSearchQuery, { q })
  if (!data)
    return send(
      html`<p class="error">${labelledErrors(errors ?? {}, [{ name: 'q', label: title }]).q?.join(' ')}</p>`,
      422,
    )
  const { relaxed, stems, found } = await searchRecords(request.server.readReplica, data, personOf(request))
  return send(
    found.length === 0
      ? html`<p class="empty">${t('search.none', { text: data.q })}</p>`
      : html`${relaxed && html`<p class="note">${t('search.relaxed')}</p>`}
        <div class="panels" data-arrows>${found.map((group) => groupOf(group, data.q, marker(data.q, stems)))}</div>`,
  )

  function send(results: Html, status = 200) {
    const content = () =>
      html`<h1>${typeof q === 'string' && q.trim() ? t('search.titleOf', { text: q.trim() }) : title}</h1>${results}`
    return sendPage(request, reply, { title, content }, status)
  }
}

function groupOf({ kind, records }: FoundRecords, q: string, pattern: RegExp): Html {
  const pages = pagesOfKind(kind)
  const id = `found-${pages.collection}`
  return html`<section class="panel" aria-labelledby=${id}>
    <h2 id=${id}>${listLink(pages).label}</h2>
    <ul class="found" data-rows>
      ${records.map(
        (record) => html`<li>
          <a href=${recordAddress(pages.collection, record.id)}>${marked(visibleName({ id: record.id, name: record.title }), pattern)}</a>
          ${record.platform && html`${' '}<span class="muted">${words(record.platform)}</span>`}
          ${record.day && html`${' '}<span class="muted">${dayText(record.day)}</span>`}
          ${record.trusted === false && html`${' '}${untrustedMark(record.status)}`}
          ${standingOf(record.trusted === false ? { ...record, status: null } : record, kind).map((part) => html` <span class="muted">${part}</span>`)}
          ${excerptOf(record)}
        </li>`,
      )}
    </ul>
    ${records.length < maxPerKind ? null : moreOf(pages, records, q)}
  </section>`
}

/** Renders what tells records with one title apart: their product, status and time. */
export function standingOf({ place, status, created_at }: FoundRecord, kind: string): Html[] {
  return [place, status && statusLabel(kind, status), created_at && timestamp(created_at)].filter(Boolean)
}

function statusLabel(kind: string, status: string): string {
  const enumeration = enumerationOf(pagesOfKind(kind).list.query.shape.status as z.ZodType)
  return enumeration ? valueLabel(enumeration, status) : words(status)
}

// The text filter of a list selects by one piece of text, and looks into the titles but not into every other column.
function moreOf({ collection, list }: RecordPages, records: FoundRecords['records'], q: string): Html {
  if (!records.every(({ title }) => title.toLowerCase().includes(q.toLowerCase())))
    return html`<p class="muted">${t('search.atMost', { count: maxPerKind })}</p>`
  const name = textFilters.find((candidate) => candidate in list.query.shape)
  return html`<a href=${listAddress(collection, name && { [name]: q })}>${t('search.moreInList')}</a>`
}

// The text of a portfolio record around a match, unless it is part of the title above it.
function excerptOf({ title, snippet }: FoundRecord): Html | null {
  const text = snippet?.replaceAll('**', '').replaceAll('…', '')
  if (!snippet || !text || title.includes(text)) return null
  const parts = snippet.split(/\*\*([^*]+)\*\*/)
  return html`<p class="muted">${parts.map(markOdd)}</p>`
}

// Only the text of a review can be longer. Then the part around the first match is shown.
const maxTitleLength = 255
const lengthBefore = 40

const tokenPages: Record<string, RecordPages> = {
  ops: userTokenPages,
  pft: agentTokenPages,
  llm: llmKeyPages,
}

/** Returns the description of the records of a kind that the search found. The kind of tokens is their prefix. */
export function pagesOfKind(kind: string): RecordPages {
  return tokenPages[kind] ?? (pagesOfType(kind) as RecordPages)
}

/** Returns the pattern of what was searched for in a title: the text as it is, its words, and words with the same stem. */
export function marker(q: string, stems: string[]): RegExp {
  const texts = [q, ...queryWords(q)].map(RegExp.escape)
  const inflected = stems.map(
    (stem) => `(?<![\\p{L}\\p{Nd}])${RegExp.escape(stem).replaceAll('е', '[её]')}[\\p{L}\\p{Nd}]*`,
  )
  return new RegExp(`(${[...texts, ...inflected].join('|')})`, 'iu')
}

/** Renders a title with the matches marked. Another column than the title may have matched. */
export function marked(title: string, pattern: RegExp): Html {
  const isLong = truncate(title, maxTitleLength) !== title
  const before = isLong ? [...title.slice(0, Math.max(0, title.search(pattern)))].length - lengthBefore : 0
  const rest = before > 0 ? title.slice(truncate(title, before).length) : title
  const shown = truncate(rest, maxTitleLength)
  return html`${before > 0 && '…'}${shown.split(pattern).map(markOdd)}${shown !== rest && '…'}`
}

// Marks every second part of a text that was split by its matches.
function markOdd(part: string, index: number): Html {
  return index % 2 === 1 ? html`<mark>${part}</mark>` : part
}
