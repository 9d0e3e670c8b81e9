import type { CallToolResult } from '@modelcontextprotocol/server'
import { toFault } from '../src/record/database-fault.ts'
import { Fault } from '../src/record/fault.ts'
import { escapeInvisible } from './escape-invisible.ts'
import { type Content, compactTextBytes, fitToSizeLimit, type RowCounts } from './size-limit.ts'
import { escapedJson, markUntrusted, untrustedNotice } from './untrusted.ts'

/** The content a tool found, before it is cut to the size limit. */
export type ToolAnswer = {
  content: Content
  /** Longer texts are truncated to this many bytes; `compactTextBytes` by default. */
  maxTextBytes?: number
  /** Returns the `next` sentence, which says how to get the rows that were left out. */
  next?: (rowCounts: RowCounts) => string | undefined
}

/** The structured content of an answer, and the same as JSON. */
export type RenderedAnswer = { content: Content; json: string }

const noticeJson = `"notice":${JSON.stringify(untrustedNotice)}`

/** Cuts an answer to the size limit and adds the notice and the `next` sentence. */
export function renderAnswer({ content, maxTextBytes = compactTextBytes, next }: ToolAnswer): RenderedAnswer {
  const fitted = fitToSizeLimit(content, maxTextBytes)
  const sentence = next?.(fitted.rowCounts)
  const nextField = sentence ? { next: escapeInvisible(sentence) } : {}
  const nextJson = sentence ? [`"next":${escapedJson(nextField.next)}`] : []
  return {
    content: { notice: untrustedNotice, ...fitted.content, ...nextField },
    json: `{${[noticeJson, fitted.json, ...nextJson].join()}}`,
  }
}

/** Returns an answer as a tool result: the same facts as marked text and as structured content. */
export function callResult({ content, json }: RenderedAnswer): CallToolResult {
  return { content: [{ type: 'text', text: markUntrusted(json) }], structuredContent: content }
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
 * Returns the text of an error for the model. An unexpected error goes to `report`; the model gets only the request
 * id, under which the server's log has the error.
 */
export function errorText(error: unknown, requestId: string, report: (error: unknown) => void): string {
  const fault = toFault(error)
  if (fault instanceof Fault) return escapeInvisible(faultText(fault)).slice(0, maxErrorLength)
  report(error)
  return `Internal error; nothing was changed. Report the request id ${requestId} to the server's operator.`
}

const maxErrorLength = 4000

function faultText({ code, message, errors }: Fault): string {
  if (errors) {
    const details = Object.entries(errors).map(([name, sentences]) => `${name}: ${sentences.join(' ')}`)
    return `Invalid arguments. Correct them and call again. ${details.join(' ')}`
  }
  if (code === 'unavailable') return 'The database is unavailable. Try again in a few seconds.'
  return code === 'not_found' && message === 'Not found.' ? 'Record not found.' : message
}
