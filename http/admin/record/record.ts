import type { z } from 'zod'
import type { Actor } from '../../../src/access/actor.ts'
import type { Person } from '../../../src/access/person.ts'
import type { Read } from '../../../src/database/read.ts'
import type { EntityManager } from '../../../src/database/transaction.ts'
import type { Message } from '../../../src/record/fault.ts'
import type { Page } from '../../../src/record/list/record-list.ts'
import type { Precondition } from '../../../src/record/lock-record.ts'
import type { Viewer } from '../html/display.ts'
import type { Html } from '../html/html.ts'
import type { Preset } from '../list/presets.ts'
import type { CreationResult, FormValues, RecordAction, Row } from './action.ts'
import { collectionOfType } from './address.ts'
import type { FormRows } from './form-rows.ts'
import type { RecordCatalog } from './record-text.ts'

export type { FormValues, Row }

/** A list of records of another collection on the page of a record. */
export type Related = {
  collection: string
  /** The filter of the other list that selects the related records. It also prefills the form of a new one. */
  filter: (row: Row) => Record<string, string | number>
  /** Its columns, if it stands beside the first part of the page, where there is less room. */
  besideFirst?: readonly string[]
}

/** A form about the ticked rows of a list. `all` is the control that ticks them all. */
export type TickForm = { id: string; label: (row: Row) => string; all?: Html; content: Html }

/** Describes the pages of one kind of record. Everything else is derived from its schemas. */
export type RecordPages = {
  /** The name in the addresses. */
  collection: string
  /** The page of the catalogs with its texts. */
  texts: RecordCatalog
  group: (typeof groups)[number]
  /** Says in one sentence what the records are. */
  about: Message
  /** The type of its entries in the history. */
  historyType: string
  /** The fields in the columns of the list. The first one links to the record. */
  columns: readonly string[]
  /**
   * The order of a list of which no column was chosen to sort it: its name, the column that shows it, as `sort` names the
   * column, and the order in words.
   */
  usualOrder?: { sort: string; shownAs: string; about: Message }
  /** The list is too long to be sorted by its columns. */
  isUnsorted?: true
  /** Its filters for a period accept times. */
  isTimed?: true
  /** Replaces the name of a column and of the filter with the same name. */
  headings?: Record<string, Message>
  /** Replaces what a cell of the list shows. */
  cells?: Record<string, (context: RowContext) => Html>
  /** Overrides the collection that a filter refers to, by name, if that name means another collection elsewhere. */
  references?: Record<string, string>
  presets?: readonly Preset[]
  /** Links above the list to other views of what its filters select. */
  views?: (filters: Record<string, string>) => { label: string; href: string }[]
  /** A form below the list, for the rows that are ticked. `label` names the check box of a row. */
  tickForm?: TickForm
  schema: z.ZodObject
  list: {
    query: z.ZodObject
    run: (read: Read, query: never, person: Person) => Promise<Page<Row>>
    /** Returns the cursor of the page after a row, for a list that is paged by key. */
    cursorOf?: (row: Row) => string
  }
  read: (read: Read, id: number, person: Person) => Promise<Row>
  /** Returns the record with a slug, for addresses that contain it instead of the id. */
  readBySlug?: (read: Read, slug: string) => Promise<Row>
  create?: {
    body: z.ZodObject
    run: (em: EntityManager, actor: Actor, input: never) => Promise<CreationResult>
    /** Returns whether the person may create records. Default: every person who may change records. */
    isAllowed?: (person: Person) => boolean
    /** The values that its form begins with, which are sent as the choice of the person. */
    suggested?: Record<string, unknown>
    /** The lists of its form. */
    rows?: readonly FormRows[]
  }
  change?: {
    body: z.ZodObject
    run: (
      em: EntityManager,
      actor: Actor,
      id: number,
      input: never,
      precondition: Precondition,
    ) => Promise<unknown>
    /** Returns whether the state of the record permits a change. */
    isPossible?: (row: Row) => boolean
    /**
     * A change decides on the record as its page shows it, such as on the role of a user: it is rejected if anything of
     * the record has changed since.
     */
    isDecision?: true
    /** The lists of its form. */
    rows?: readonly FormRows[]
    /** The fields that a link to the form may prefill. */
    prefilled?: readonly string[]
  }
  /** The fields that are changed in the rows of the list, each with the key that opens its form in the current row. */
  inRow?: Record<string, string>
  /** The fields that several rows of the list can be given together, by their names in that form. */
  bulk?: Record<string, string>
  remove?: Pick<RecordAction, 'run' | 'isPossible'>
  actions?: readonly RecordAction[]
  related?: readonly Related[]
  hasNotes?: true
  /** The list contains the form of a new record. */
  formOnList?: true
  /** Who sees the pages: admins, or everyone. Default: admins and managers. */
  access?: 'admin' | 'everyone'
  /** Returns whether the person may change records. Default: active admins and managers. */
  isWriter?: (person: Person) => boolean
  /** Returns whether the person may change the record. Default: everyone who may change records. */
  mayChange?: (row: Row, person: Person) => boolean
  /** Renders what the person must know before they rely on the record or change it, above its fields and its form. */
  caution?: (row: Row, person: Person) => Html
  /** Adds a button before the buttons of the record. */
  button?: (context: RowContext) => Html
  /** What a person must see first: fields, and more of the same form, below the name of the record. */
  lead?: { fields: readonly string[]; more: (context: DetailContext) => Promise<Html> }
  /** Divides its short fields. Those of no group stand at the end. */
  groups?: readonly { label: Message; fields: readonly string[] }[]
  /** Add parts to the page of a record: above its fields, below them, and below its lists. */
  firstPart?: (context: DetailContext) => Promise<Html>
  part?: (context: DetailContext) => Promise<Html>
  lastPart?: (context: DetailContext) => Promise<Html>
  /** The sections of these parts, for the links at the top of the page. */
  sections?: readonly { id: string; label: Message }[]
}

/** The data that a part of the page of a record is rendered from. */
export type RowContext = Viewer & {
  row: Row
  csrf: string
  /** The list that the record was opened from, with its filters. */
  back?: string | undefined
}

/**
 * The data that the page of a record is rendered from: also the time zone of the company, and the version of the record
 * for forms that decide on it.
 */
export type DetailContext = RowContext & {
  read: Read
  query: Record<string, unknown>
  zone: string
  version: number | undefined
}

/** The groups of the navigation that have records, in their order. */
export const groups = ['portfolio', 'operations', 'administration'] as const

/** The type of `RecordPages` with the types of one kind of record. */
type Typed<One extends { id: number }, Query, New, Change> = Omit<
  RecordPages,
  'collection' | 'list' | 'read' | 'readBySlug' | 'create' | 'change' | 'columns' | 'schema'
> & {
  /** Default: the name of the table with hyphens. */
  collection?: string
  columns: readonly (keyof One & string)[]
  schema: z.ZodObject & z.ZodType<One>
  list: {
    query: z.ZodObject & z.ZodType<Query>
    run: (read: Read, query: NoInfer<Query>, person: Person) => Promise<Page<NoInfer<One>>>
    cursorOf?: (row: NoInfer<One>) => string
  }
  read: (read: Read, id: number, person: Person) => Promise<NoInfer<One>>
  readBySlug?: (read: Read, slug: string) => Promise<NoInfer<One>>
  create?: {
    body: z.ZodObject & z.ZodType<New>
    run: (em: EntityManager, actor: Actor, input: NoInfer<New>) => Promise<CreationResult>
    isAllowed?: (person: Person) => boolean
    suggested?: Partial<NoInfer<New>>
    rows?: readonly FormRows[]
  }
  change?: {
    body: z.ZodObject & z.ZodType<Change>
    run: (
      em: EntityManager,
      actor: Actor,
      id: number,
      input: NoInfer<Change>,
      precondition: Precondition,
    ) => Promise<unknown>
    isPossible?: (row: Row) => boolean
    isDecision?: true
    rows?: readonly FormRows[]
    prefilled?: readonly (keyof Change & string)[]
  }
}

/** Returns a description of records, after checking its types: its functions take what its schemas accept. */
export function recordPages<One extends { id: number }, Query, New = never, Change = never>(
  description: Typed<One, Query, New, Change>,
): RecordPages {
  return { collection: collectionOfType(description.historyType), ...description } as never
}
