import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { issueToken } from '../src/access/token.ts'
import { type EntityManager, transact } from '../src/database/transaction.ts'
import { addNote } from '../src/journal/note/writes.ts'
import { createApplication } from '../src/operations/application/writes.ts'
import { changeCompany } from '../src/operations/company/writes.ts'
import { createSavedFilter } from '../src/people/saved-filter.ts'
import { type HeldWrite, propose } from '../src/portfolio/proposal/propose.ts'
import { toFault } from '../src/record/database-fault.ts'
import { Fault } from '../src/record/fault.ts'
import { sql } from './support/makers.ts'
import { operator } from './support/people.ts'
import { makeWebUser, type WebUser } from './support/sessions.ts'
import { makeWorld, type World } from './support/world.ts'
import { assistantCases } from './support/write-cases/assistant.ts'
import { importCases } from './support/write-cases/imports.ts'
import { journalCases } from './support/write-cases/journal.ts'
import { notificationCases } from './support/write-cases/notifications.ts'
import { operationsCases } from './support/write-cases/operations.ts'
import { peopleCases } from './support/write-cases/people.ts'
import { portfolioCases } from './support/write-cases/portfolio.ts'
import { type Call, type Given, unchanged, type WriteCases } from './support/write-cases/write-case.ts'

const groups = [
  portfolioCases,
  operationsCases,
  assistantCases,
  importCases,
  journalCases,
  peopleCases,
  notificationCases,
]

// Functions with the parameters of a write that decide nothing.
const others = {
  attemptUndo: 'a part of undoWindow, which checks its actor',
  addEntries: 'a part of functions that check their actor',
  addHistory: 'a part of functions that check their actor',
  checkGuards: 'decides on what functions that check their actor save',
  previewFile: 'a part of previewImport, which checks its actor',
  passGate: 'decides on what functions that check their actor save',
  propose: 'stores what functions that check their actor would have saved',
  releaseWaiting: 'a part of changeTask, which checks its actor',
  settleClaim: 'a part of changeTask, which checks its actor',
  requireCalendarToken: 'only reads',
  requireCurrentCaller: 'only reads',
  revise: 'is for the credential that proposed',
  runRevision: 'is for the credential that proposed',
  runBatch: 'runs functions that check their actor',
  runOperation: 'runs functions that check their actor',
  runRequest: 'runs functions that check their actor',
  restoreDeleted: 'a part of functions that check their actor',
  undoItem: 'a part of undoWindow, which checks its actor',
  undoRows: 'a part of undoWindow, which checks its actor',
  undoSet: 'a part of undoWindow, which checks its actor',
  withdrawProposal: 'is for the credential that proposed',
  storeApp: 'a part of createApp and importFile, which check their actor',
  writeLine: 'a part of importFile, which checks its actor',
}

// Who is denied the calls of each group. The manager is active, but owns and wrote none of the records.
const denied: Record<keyof WriteCases, string[]> = {
  writers: ['inactive admin', 'inactive manager', 'user'],
  admins: ['inactive admin', 'inactive manager', 'user', 'manager'],
  active: ['inactive admin', 'inactive manager'],
  everyone: [],
}

let world: World
let given: Omit<Given, 'password'>
const callers = new Map<string, WebUser>()
beforeAll(async () => {
  world = await makeWorld()
  const { orm } = world.database
  for (const [name, role, status] of [
    ['inactive admin', 'admin', 'inactive'],
    ['inactive manager', 'manager', 'inactive'],
    ['user', 'user', 'active'],
    ['manager', 'manager', 'active'],
    ['admin', 'admin', 'active'],
  ] as const)
    callers.set(name, await makeWebUser(world, role, status))
  given = { orm, ids: {}, app_slug: '' }
  await makeRecords(await makeWebUser(world, 'manager'))
})

/** Makes a record of each kind, by another user where it matters. */
async function makeRecords({ id, actor: other }: WebUser): Promise<void> {
  const { orm, ids } = given
  const make = <T>(callback: (em: EntityManager) => Promise<T>) => transact(orm, callback)
  const read = async (text: string, ...values: unknown[]) =>
    Number((await sql(world, text, ...values))[0]?.id)
  ids.users = id
  for (const [table, create] of [
    ['products', portfolioCases.writers?.createProduct],
    ['apps', portfolioCases.writers?.createApp],
    ['signals', portfolioCases.writers?.createSignal],
    ['insights', portfolioCases.writers?.createInsight],
    ['economics', portfolioCases.writers?.createEconomics],
    ['decisions', portfolioCases.writers?.createDecision],
    ['tasks', portfolioCases.writers?.createTask],
    ['canon_rules', portfolioCases.writers?.createCanonRule],
    ['competitors', portfolioCases.writers?.createCompetitor],
    ['competitor_reviews', portfolioCases.writers?.createCompetitorReview],
    ['keyword_positions', portfolioCases.writers?.createKeywordPosition],
    ['store_truth', portfolioCases.writers?.createStoreTruth],
    ['companies', operationsCases.writers?.createCompany],
    ['contacts', operationsCases.writers?.createContact],
    ['strategies', operationsCases.writers?.createStrategy],
    ['keywords', operationsCases.writers?.createKeyword],
    ['agents', assistantCases.writers?.createAgent],
    ['bugs', assistantCases.writers?.createBug],
    ['improvements', assistantCases.writers?.createImprovement],
    ['services', assistantCases.writers?.createService],
    ['service_tasks', assistantCases.writers?.createServiceTask],
  ] as const) {
    await make((em) => (create as Call)(em, operator, { ...given, password: '' }))
    ids[table] = await read(`select max(id) as id from ${table}`)
  }
  ids.creation = await read(`select max(id) as id from history where record_type = 'bug'`)
  ids.proposals = await makeProposal(ids.signals as number)
  given.app_slug = String((await sql(world, 'select slug from apps'))[0]?.slug)
  ids.applications = (
    await make((em) => createApplication(em, other, { name: 'Theirs', platform: 'ios', status: 'active' }))
  ).id
  ids.directions = await read('select min(id) as id from directions')
  const company = { record_type: 'company', record_id: ids.companies as number }
  ids.notes = (await make((em) => addNote(em, other, company, { body: 'Theirs' }))).id
  await make((em) => changeCompany(em, other, company.record_id, { country: 'DE' }, unchanged))
  ids.history = await read('select max(id) as id from history')
  const filter = { collection: 'products', name: 'Theirs', query: '', is_shared: true }
  ids.saved_filters = (await make((em) => createSavedFilter(em, other, filter))).id
  for (const prefix of ['pft', 'llm'] as const)
    ids[prefix] = (
      await make((em) => issueToken(em, operator, { prefix, name: 'agent', abilities: [] }))
    ).token.id
}

// A change of a signal that a token has proposed.
async function makeProposal(id: number): Promise<number> {
  const actor = { ...operator, credential: 'portfolio_token:1' }
  const held = {
    request: {
      operation: 'change_signal',
      method: 'PATCH',
      path: `/api/portfolio/signals/${id}`,
      key: String(id),
      body: { severity: 'high' },
    },
    verdict: { rules: [], saved: [] },
    records: [{ kind: 'signal', id }],
    preview: {},
  } as const satisfies HeldWrite
  const { proposal } = await transact(given.orm, (em) => propose(em, actor, held, 7))
  return proposal.id
}

// The result of a call in a transaction that is rolled back: done, or the code of the fault.
async function outcomeOf(call: Call, { actor, password }: WebUser): Promise<string> {
  const run = (em: EntityManager) => call(em, actor, { ...given, password })
  const result = await transact(given.orm, run, { dryRun: true }).then(() => 'done', toFault)
  return result instanceof Fault ? result.code : String(result)
}

const cases = groups.flatMap((group) =>
  Object.entries(group).flatMap(([allowed, calls]) =>
    Object.entries(calls).map(([name, call]) => ({ name, allowed: allowed as keyof WriteCases, call })),
  ),
)

describe('a write checks role, status and ownership itself', () => {
  it.each(cases)('$name is for $allowed', async ({ allowed, call }) => {
    const outcomes: Record<string, string> = {}
    for (const [name, caller] of callers) outcomes[name] = await outcomeOf(call, caller)
    const expected = [...callers.keys()].map((name) => [
      name,
      denied[allowed].includes(name) ? 'policy_denied' : 'done',
    ])
    expect(outcomes).toEqual(Object.fromEntries(expected))
  })
})

// A write has the parameters `em` and `actor`. The types are removed before it runs, the names stay.
const parameters = /^(?:async )?(?:function )?\w*\s*\((?:em|orm),\s*actor\b/

it('every write of src is called above', async () => {
  const files = globSync('src/**/*.ts').filter((file) => readFileSync(file, 'utf8').includes('actor: Actor'))
  const found = new Set<string>()
  for (const file of files)
    for (const [name, value] of Object.entries(await import(resolve(file))))
      for (const [method, member] of Object.entries({ '': value, ...(value as object) }))
        if (typeof member === 'function' && parameters.test(String(member)))
          found.add(method ? `${name}.${method}` : name)
  const called = [...cases.map(({ name }) => name), ...Object.keys(others)]
  expect([...found].toSorted()).toEqual(called.toSorted())
})
