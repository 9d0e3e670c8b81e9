import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

/** The context of the span that is running. It is undefined outside a traced request. */
export const activeContext = new AsyncLocalStorage<Context>()
