import type { Read } from '../../../src/database/read.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { listAgents, unknownAgent } from '../../../src/portfolio/delegation/delegate.ts'
import type { Message } from '../../../src/record/fault.ts'
import { visibleName } from '../../../src/record/invisible.ts'
import type { FormValues } from '../record/record.ts'
import type { Control } from './controls.ts'

/**
 * Returns the controls of a form, in which those of an agent offer the agents that tasks can be delegated to, and the one
 * that the form contains.
 */
export function withAgents(read: Read, controls: readonly Control[], values: FormValues): Promise<Control[]> {
  return Promise.all(
    controls.map(async (control) =>
      control.kind === 'agent'
        ? { ...control, options: await optionsFor(read, values[control.name]) }
        : control,
    ),
  )
}

/** Returns the message of each filter by an agent that does not exist. */
export async function unknownAgents(
  read: Read,
  controls: readonly Control[],
  values: FormValues,
): Promise<Record<string, Message>> {
  const messages = controls.map(async ({ kind, name }) => {
    const id = String(values[name] ?? '')
    const message = kind === 'agent' && /^[1-9]\d{0,15}$/.test(id) ? await unknownAgent(read, id) : undefined
    return message === undefined ? [] : [[name, message]]
  })
  return Object.fromEntries((await Promise.all(messages)).flat())
}

async function optionsFor(read: Read, value: unknown) {
  const token_id = /^\d{1,15}$/.test(String(value)) ? Number(value) : null
  const agents = await listAgents(read, token_id)
  return agents.map(({ id, name, is_ended }) => ({
    value: String(id),
    label: visibleName({ id, name }),
    ...(is_ended && { meaning: phrase('form.tokenEnded') }),
  }))
}
