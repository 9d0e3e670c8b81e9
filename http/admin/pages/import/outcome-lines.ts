import { Phrase } from '../../../../src/language/phrase.ts'
import { messageOf } from '../../../../src/language/stored-phrase.ts'
import type { ImportResult } from '../../../../src/portfolio/import/result.ts'
import type { Message } from '../../../../src/record/fault.ts'
import { type Html, html } from '../../html/html.ts'
import { localized, pageLanguage, rich, t } from '../../html/text.ts'
import { notShown } from './upload.ts'

/** Renders a changed line with its number. */
export function changeLine(line: number, changes: Html): Html {
  return html`<tr><th scope="row" class="number">${line}</th><td>${changes}</td></tr>`
}

/** Renders the rejected lines of a file with their reasons, and links to them and to the template as files. */
export function rejectedLines({ rejections, rejected }: ImportResult, file: string, template: string): Html {
  const rows = rejections.map(({ line, faults }) =>
    faults.map(
      ({ field, value, reason }) => html`<tr>
        <th scope="row" class="number">${line}</th>
        <td>${field ? html`<code>${field}</code>` : null}</td>
        <td>${field ? shownValue(value) : null}</td>
        <td>${reasonText(messageOf(reason))}</td>
      </tr>`,
    ),
  )
  return [
    part({
      id: 'rejected',
      title: t('imports.rejectedLines'),
      headings: [t('imports.column'), t('imports.value'), t('imports.reason')],
      rows,
      count: rejected,
    }),
    html`<p>
      ${rejected > 0 ? html`${rich('imports.rejectedFile', { link: (part) => html`<a href=${file}>${part}</a>` })} ` : null}
      ${rich('imports.templateOfColumns', { link: (part) => html`<a href=${template}>${part}</a>` })}
    </p>`,
  ]
}

// In Russian a field is named by its column, which stands in quotation marks: the words of its name would be English.
function reasonText(reason: Message): string {
  const language = pageLanguage()
  if (language === 'en' || !(reason instanceof Phrase)) return localized(reason)
  return reason.in(language, (name) => name)
}

function shownValue(value: string | null | undefined): Html {
  if (value === undefined) return html`<span class="absent">${t('imports.notInFile')}</span>`
  if (value === null) return notShown()
  return value === '' ? html`<span class="absent">${t('imports.empty')}</span>` : value
}

type Part = { id: string; title: string; headings: string[]; rows: Html[]; count: number }

/** Renders a table of lines with its heading, or nothing if there are none. */
export function part({ id, title, headings, rows, count }: Part): Html {
  if (count === 0) return null
  return html`
    <section class="part" aria-labelledby=${id}>
      <h2 id=${id}>${title}</h2>
      ${count > rows.length ? html`<p class="muted">${t('imports.firstOfThem', { count: rows.length })}</p>` : null}
      <div class="table" tabindex="0" role="region" aria-label=${t('imports.tableOf', { title })}>
        <table>
          <thead>
            <tr><th scope="col" class="number">${t('imports.line')}</th>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr>
          </thead>
          <tbody>${rows}</tbody>
        </table>
      </div>
    </section>
  `
}
