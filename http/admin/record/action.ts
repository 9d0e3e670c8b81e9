import type { z } from 'zod'
import type { Actor } from '../../../src/access/actor.ts'
import type { Person } from '../../../src/access/person.ts'
import type { Read } from '../../../src/database/read.ts'
import type { EntityManager } from '../../../src/database/transaction.ts'
import type { Message } from '../../../src/record/fault.ts'
import type { Written } from '../../../src/record/warning.ts'
import type { Html } from '../html/html.ts'

/** A button on the page of a record. */
export type RecordAction = {
  /** The last part of its address. */
  path: string
  /** The accessible name of the button. */
  label: Message
  /** What happened to the record, for the notice: `archived`. */
  done: string
  /** The question of the page that asks before the action. If omitted, the button performs the action. */
  confirm?: Message | ((row: Row) => Message)
  /** Renders which other records the action affects, below the question. */
  affected?: (read: Read, row: Row) => Promise<Html>
  /** The question names the agent that works on the task: another claim is another version of it. */
  withClaims?: true
  /** Returns whether the person may perform it on the record. Default: everyone who may change the record. */
  isOffered?: (row: Row, person: Person) => boolean
  /** Returns whether the state of the record permits it. */
  isPossible?: (row: Row) => boolean
  /** The form of the action, for one that needs input. */
  body?: z.ZodObject
  /** Returns the change of the record that the action is. The API has no other request that does the same. */
  asChange?: (input: FormValues) => FormValues
  /** A part of the page of the record has its form, in place of a button. */
  isOnPage?: true
  /** The list has the button too. */
  isInList?: true
  run: (em: EntityManager, actor: Actor, id: number, input: never) => Promise<unknown>
  /** Set for the end of the person's own access, which an inactive person may end too. */
  allowsInactive?: true
}

/** A secret that only the answer to its creation shows. */
export type ShownOnce = {
  title: string
  /** Says what the secret is for. */
  about: string
  secret: string | ((publicUrl: string) => string)
  /** Renders further content with the secret, such as a configuration. */
  more?: (publicUrl: string) => Html
}

/** A created record. */
export type Created = { id: number; shownOnce?: ShownOnce | undefined }

/** The result of a creation: the record, which a kind with warnings returns as `record`. */
export type CreationResult = Created | Written<Created>

/** A record as the functions of `src` return it. */
export type Row = { id: number; [name: string]: unknown }

/** The values of a form, before validation. */
export type FormValues = Record<string, unknown>
