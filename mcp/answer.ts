import type { CallToolResult } from '@modelcontextprotocol/server'
import { FieldName } from '../src/language/phrase.ts'
import { toFault } from '../src/record/database-fault.ts'
import { Fault } from '../src/record/fault.ts'
import { otherNames } from '../src/record/validation/error-list.ts'
import { escapeLine } from './escape-invisible.ts'
import { compactTextBytes, fitToSizeLimit, type Parts, type RowCounts } from './size-limit.ts'
import { escapedJson, markUntrusted } from './untrusted.ts'

/** The content a tool found, before it is cut to the size limit. */
export type ToolAnswer = Parts & {
  /** Longer texts are truncated to this many bytes; `compactTextBytes` by default. */
  maxTextBytes?: number
  /** How many records each list has in total. Those that the answer leaves out are counted: `signals_not_shown`. */
  totals?: RowCounts
  /** Returns the `next` sentence, which says how to get the rows that were left out. */
  next?: (rowCounts: RowCounts) => string | undefined
}

/**
 * An answer as two JSON objects: the content outside the marks, and the content between them. Empty ones are omitted.
 */
export type RenderedAnswer = { trusted?: string; untrusted?: string }

/** Cuts an answer to the size limit and adds the `next` sentence. */
export function renderAnswer({
  maxTextBytes = compactTextBytes,
  next,
  totals = {},
  ...parts
}: ToolAnswer): RenderedAnswer {
  const { trustedMembers, untrustedMembers, rowCounts } = fitToSizeLimit(parts, maxTextBytes)
  for (const [list, total] of Object.entries(totals)) {
    const hidden = total - (rowCounts[list] ?? 0)
    if (hidden > 0) trustedMembers.push(`"${list}_not_shown":${hidden}`)
  }
  const sentence = next?.(rowCounts)
  if (sentence) trustedMembers.push(`"next":${escapedJson(sentence)}`)
  return {
    ...(trustedMembers.length > 0 && { trusted: `{${trustedMembers.join()}}` }),
    ...(untrustedMembers.length > 0 && { untrusted: `{${untrustedMembers.join()}}` }),
  }
}

/** Returns an answer as text. Its marks are new for each call. */
export function answerText({ trusted, untrusted }: RenderedAnswer): string {
  if (!untrusted) return trusted ?? '{}'
  return [...(trusted ? [trusted] : []), markUntrusted(untrusted)].join('\n')
}

/** Returns an answer as a tool result, as text only (docs/decisions/0011). */
export function callResult(answer: RenderedAnswer): CallToolResult {
  return { content: [{ type: 'text', text: answerText(answer) }] }
}

/** Returns an error as a tool result with `isError: true`. */
export function errorResult(
  error: unknown,
  requestId: string,
  report: (error: unknown) => void,
): CallToolResult {
  return { content: [{ type: 'text', text: errorText(error, requestId, report) }], isError: true }
}

/**
 * Returns the text of an error for the model. An unexpected error goes to `report`; the model gets only the
 * request id, under which the server's log has the error.
 */
export function errorText(error: unknown, requestId: string, report: (error: unknown) => void): string {
  const fault = toFault(error)
  if (fault instanceof Fault) return escapeLine(faultText(fault), maxErrorLength)
  report(error)
  return `Internal error; nothing was changed. Report the request id ${requestId} to the server's operator.`
}

const maxErrorLength = 4000

function faultText({ code, message, errors }: Fault): string {
  if (errors) {
    // The number of arguments that are not listed comes first, since a long text loses its end.
    const { [otherNames]: others = [], ...listed } = errors
    const details = Object.entries(listed).map(([name, sentences]) => fieldText(name, sentences.join(' ')))
    return `Invalid arguments. Correct them and call again. ${[...others, ...details].join(' ')}`
  }
  if (code === 'unavailable' && message === 'Service unavailable.')
    return 'The database is unavailable. Try again in a few seconds.'
  return code === 'not_found' && message === 'Not found.' ? 'Record not found.' : message
}

// The name of an unknown argument is sent text, and its sentence repeats it.
function fieldText(name: string, sentence: string): string {
  const shortName = escapeLine(name)
  return `${shortName}: ${shortName === name ? sentence : sentence.replaceAll(String(new FieldName(name)), () => shortName)}`
}
