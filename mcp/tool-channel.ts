import { tracingChannel } from 'node:diagnostics_channel'
import type { CallToolResult } from '@modelcontextprotocol/server'

/** A call of a tool. `result` is set when it has ended. */
export type ToolCall = { name: string; requestId: string; result?: CallToolResult }

/** Publishes each call of a tool with its start and end. Without a subscriber nothing happens. */
export const toolChannel = tracingChannel<unknown, ToolCall>('portfolio-ops:tool')
