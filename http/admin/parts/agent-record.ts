import {
  type AgentRecord,
  decidedOf,
  fewestCases,
  readAgentRecord,
  trustedKinds,
} from '../../../src/catalog/agent-record.ts'
import { kindOfApiName, kinds } from '../../../src/portfolio/kinds.ts'
import { absent } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { counted, inSentence, words } from '../html/words.ts'
import { recordAddress } from '../record/address.ts'
import type { DetailContext, Row } from '../record/record.ts'

const title = 'Record of the last 90 days'

/** Renders what became of the proposals, writes and insights of an agent token. */
export async function agentRecord({ row, read }: DetailContext): Promise<Html> {
  const record = await readAgentRecord(read, row.id)
  const { proposals, direct, insights } = record
  const isEmpty = [proposals, direct, insights].every((list) => list.length === 0)
  return html`
    <section class="related">
      <div class="head"><h2 id="record">${title}</h2></div>
      ${
        isEmpty
          ? html`<p class="absent">The agent has written and proposed nothing in the last ${record.days} days. Connect it with its secret, and ask it to report a signal.</p>`
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
      const plural = inSentence(kindName(counts.kind))
      const decided = counted(decidedOf(counts), {
        singular: 'decided proposal',
        plural: 'decided proposals',
      })
      const sentence = `Of ${decided} of ${plural}, ${number(counts.applied)} were applied without an edit. The agent could write them directly.`
      return html`<p class="notice">
        ${sentence}${' '}
        <a href=${`${recordAddress('api-agent-tokens', row.id)}/edit?${query}`}>Allow ${plural} directly</a>
      </p>`
    })
}

function proposalTable(proposals: AgentRecord['proposals']): Html {
  const most = Math.max(...proposals.map(decidedOf))
  return table('Proposals', 'It has proposed nothing.', proposals, [
    ['Kind', ({ kind }) => kindName(kind)],
    ['Applied', ({ applied }) => number(applied)],
    ['After an edit', ({ edited }) => number(edited)],
    ['Rejected', ({ rejected }) => number(rejected)],
    ['Expired', ({ expired }) => number(expired)],
    ['Withdrawn', ({ withdrawn }) => number(withdrawn)],
    ['Changes wanted', ({ changes_wanted }) => number(changes_wanted)],
    ['Pending', ({ pending }) => number(pending)],
    [
      'Applied without an edit',
      (row) =>
        html`${bar(most, [row.applied, 'good'], [row.edited, 'warn'], [decidedOf(row) - row.applied - row.edited, 'bad'])}
        ${share(row.applied, decidedOf(row))}`,
    ],
    ['Median hours', ({ median_hours }) => median_hours?.toLocaleString('en') ?? absent],
  ])
}

function writeTable(direct: AgentRecord['direct']): Html {
  const most = Math.max(...direct.map(({ older }) => older))
  return table('Direct writes', 'It has written nothing directly.', direct, [
    ['Kind', ({ kind }) => kindName(kind)],
    ['Writes', ({ writes }) => number(writes)],
    ['Accepted in review', ({ accepted }) => number(accepted)],
    ['Reverted or undone', ({ undone }) => number(undone)],
    [
      'Stood, of those older than 7 days',
      ({ stood, older }) =>
        html`${bar(most, [stood, 'good'], [older - stood, 'bad'])} ${share(stood, older)}`,
    ],
  ])
}

function insightTable(insights: AgentRecord['insights']): Html {
  return table('Insights', 'It has written no insights.', insights, [
    ['Confidence', ({ confidence_level }) => words(confidence_level)],
    ['Written', ({ written }) => number(written)],
    ['Retracted', ({ written, retracted }) => share(retracted, written)],
  ])
}

type Column<Line> = [heading: string, cell: (line: Line) => Html]

function table<Line>(heading: string, none: string, lines: Line[], columns: Column<Line>[]): Html {
  const id = `record-${heading.toLowerCase().replace(' ', '-')}`
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

const number = (count: number) => count.toLocaleString('en')

// A share of few cases would mislead.
function share(part: number, total: number): Html {
  const numbers = `${number(part)} of ${number(total)}`
  return total < fewestCases ? numbers : `${numbers} (${Math.floor((part / total) * 100)} %)`
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
  return kind === null ? 'Batches' : words(kinds[kindOfApiName(kind)].table)
}
