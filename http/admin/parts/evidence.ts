import { readLinks } from '../../../src/portfolio/evidence/read.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import { type Html, html } from '../html/html.ts'
import { t } from '../html/text.ts'
import { referenceAddress } from '../record/address.ts'
import type { DetailContext } from '../record/record.ts'
import { typeLabel } from '../record/record-text.ts'
import { retractedMark } from './retraction.ts'

type Linked = Awaited<ReturnType<typeof readLinks>>['evidence'][number]

/**
 * Returns the part of a page that links to the records which a record rests on, and to those that rest on it. It is
 * empty for a record without such links.
 */
export function evidencePart(type: Linked['type']) {
  return async ({ row, read }: DetailContext): Promise<Html> => {
    const { evidence, evidence_for } = await readLinks(read, { type, id: row.id })
    return html`
      ${linkedRecords('evidence', t('evidence.evidence'), evidence)} ${linkedRecords('evidence-for', t('evidence.evidenceFor'), evidence_for)}
    `
  }
}

function linkedRecords(id: string, heading: string, records: Linked[]): Html {
  if (records.length === 0) return null
  return html`
    <section class="part" aria-labelledby=${id}>
      <h2 id=${id}>${heading}</h2>
      <ul class="rules panel">
        ${records.map(
          (record) => html`<li>
            <a href=${referenceAddress({ record_type: record.type, record_id: record.id })}>${visibleName({ id: record.id, name: record.title })}</a>${' '}
            <span class="muted">${t('evidence.record', { kind: typeLabel(record.type), id: record.id })}</span>
            ${record.retracted ? html`${' '}${retractedMark}` : null}
          </li>`,
        )}
      </ul>
    </section>
  `
}
