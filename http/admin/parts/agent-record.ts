import {
  type AgentRecord,
  decidedOf,
  fewestCases,
  readAgentRecord,
  trustedKinds,
} from '../../../src/catalog/agent-record.ts'
import { kindOfApiName } from '../../../src/portfolio/kinds.ts'
import { confidenceLevels } from '../../../src/portfolio/vocabulary.ts'
import { absent } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { numberText, t } from '../html/text.ts'
import { valueLabel } from '../html/value.ts'
import { inSentence } from '../html/words.ts'
import { recordAddress } from '../record/address.ts'
import type { DetailContext, Row } from '../record/record.ts'
import { recordsLabel } from '../record/record-text.ts'

/** Renders what became of the proposals, writes and insights of an agent token. */
export async function agentRecord({ row, read }: DetailContext): Promise<Html> {
  const record = await readAgentRecord(read, row.id)
  const { proposals, direct, insights } = record
  const isEmpty = [proposals, direct, insights].every((list) => list.length === 0)
  return html`
    <section class="related">
      <div class="head"><h2 id="record">${t('agentToken.record')}</h2></div>
      ${
        isEmpty
          ? html`<p class="absent">${t('agentToken.noRecord', { days: record.days })}</p>`
          : html`${suggestions(record, row)} ${proposalTable(proposals)} ${writeTable(direct)} ${insightTable(insights)}`
      }
    </section>
  `
}

// Nothing changes until an admin saves the form.
function suggestions(record: AgentRecord, row: Row): Html {
  const [scopes, direct] = [row.scopes, row.direct] as string[][]
  const proposes = scopes?.includes('propose') && !scopes.includes('write') && row.state === 'active'
  if (!proposes) return null
  return trustedKinds(record)
    .filter(({ kind }) => !direct?.includes(kind))
    .map((counts) => {
      const query = new URLSearchParams([...(direct ?? []), counts.kind].map((kind) => ['direct', kind]))
      const kind = inSentence(kindName(counts.kind))
      const sentence = t('agentToken.trusted', { count: decidedOf(counts), kind, applied: counts.applied })
      return html`<p class="notice">
        ${sentence}${' '}
        <a href=${`${recordAddress('api-agent-tokens', row.id)}/edit?${query}`}>${t('agentToken.allowDirect', { kind })}</a>
      </p>`
    })
}

function proposalTable(proposals: AgentRecord['proposals']): Html {
  const most = Math.max(...proposals.map(decidedOf))
  return table('record-proposals', t('agentToken.proposals'), t('agentToken.noProposals'), proposals, [
    [t('agentToken.kind'), ({ kind }) => kindName(kind)],
    [t('agentToken.applied'), ({ applied }) => number(applied)],
    [t('agentToken.edited'), ({ edited }) => number(edited)],
    [t('agentToken.rejected'), ({ rejected }) => number(rejected)],
    [t('agentToken.expired'), ({ expired }) => number(expired)],
    [t('agentToken.withdrawn'), ({ withdrawn }) => number(withdrawn)],
    [t('agentToken.changesWanted'), ({ changes_wanted }) => number(changes_wanted)],
    [t('agentToken.pending'), ({ pending }) => number(pending)],
    [
      t('agentToken.appliedUnedited'),
      (row) =>
        html`${bar(most, [row.applied, 'good'], [row.edited, 'warn'], [decidedOf(row) - row.applied - row.edited, 'bad'])}
        ${share(row.applied, decidedOf(row))}`,
    ],
    [
      t('agentToken.medianHours'),
      ({ median_hours }) => (median_hours === null ? absent : numberText(median_hours, 3)),
    ],
  ])
}

function writeTable(direct: AgentRecord['direct']): Html {
  const most = Math.max(...direct.map(({ older }) => older))
  return table('record-direct-writes', t('agentToken.directWrites'), t('agentToken.noDirectWrites'), direct, [
    [t('agentToken.kind'), ({ kind }) => kindName(kind)],
    [t('agentToken.writes'), ({ writes }) => number(writes)],
    [t('agentToken.accepted'), ({ accepted }) => number(accepted)],
    [t('agentToken.undone'), ({ undone }) => number(undone)],
    [
      t('agentToken.stood'),
      ({ stood, older }) =>
        html`${bar(most, [stood, 'good'], [older - stood, 'bad'])} ${share(stood, older)}`,
    ],
  ])
}

function insightTable(insights: AgentRecord['insights']): Html {
  return table('record-insights', t('agentToken.insights'), t('agentToken.noInsights'), insights, [
    [t('agentToken.confidence'), ({ confidence_level }) => valueLabel(confidenceLevels, confidence_level)],
    [t('agentToken.written'), ({ written }) => number(written)],
    [t('agentToken.retracted'), ({ written, retracted }) => share(retracted, written)],
  ])
}

type Column<Line> = [heading: string, cell: (line: Line) => Html]

function table<Line>(
  id: string,
  heading: string,
  none: string,
  lines: Line[],
  columns: Column<Line>[],
): Html {
  return html`
    <h3 id=${id}>${heading}</h3>
    ${
      lines.length === 0
        ? html`<p class="absent">${none}</p>`
        : html`<div class="table" tabindex="0" role="region" aria-labelledby=${id}>
          <table>
            <thead><tr>${columns.map(([name]) => html`<th scope="col">${name}</th>`)}</tr></thead>
            <tbody>
              ${lines.map(
                (line) => html`<tr>
                  ${columns.map(([, cell], index) => (index === 0 ? html`<th scope="row">${cell(line)}</th>` : html`<td>${cell(line)}</td>`))}
                </tr>`,
              )}
            </tbody>
          </table>
        </div>`
    }
  `
}

const number = (count: number) => numberText(count)

// A share of few cases would mislead.
function share(part: number, total: number): Html {
  return total < fewestCases
    ? t('agentToken.share', { part, total })
    : t('agentToken.shareInPercent', { part, total, percent: Math.floor((part / total) * 100) })
}

function bar(most: number, ...parts: [count: number, tone: string][]): Html {
  if (most === 0) return null
  let x = 0
  return html`<svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    ${parts.map(([count, tone]) => {
      const width = (count / most) * 100
      x += width
      return html`<rect class=${`tone-${tone}`} x=${x - width} y="0" width=${width} height="6" />`
    })}
  </svg>`
}

// The names of the collections, such as "Canon rules".
function kindName(kind: string | null): string {
  return kind === null ? t('agentToken.batches') : recordsLabel(kindOfApiName(kind))
}
