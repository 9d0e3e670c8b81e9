import { Bug, BugChange, NewBug } from '../../../src/assistant/bug/bug.ts'
import { BugQuery, listBugs, readBug } from '../../../src/assistant/bug/read.ts'
import { changeBug, createBug, removeBug } from '../../../src/assistant/bug/writes.ts'
import { recordPages } from '../record/record.ts'

/** Bugs of services. */
export const bugPages = recordPages({
  texts: 'bug',
  label: { singular: 'bug', plural: 'bugs' },
  group: 'operations',
  about: 'Defects of services, reported by people and agents.',
  historyType: 'bug',
  columns: ['title', 'severity', 'status', 'service', 'reported_by', 'created_at', 'resolved_at'],
  presets: [
    { label: 'New', query: { status: 'new' } },
    { label: 'Confirmed', query: { status: 'confirmed' } },
    { label: 'In progress', query: { status: 'in-progress' } },
  ],
  schema: Bug,
  list: { query: BugQuery, run: listBugs },
  read: readBug,
  create: { body: NewBug, run: createBug },
  change: { body: BugChange, run: changeBug },
  bulk: { status: 'status', severity: 'severity' },
  remove: { run: removeBug },
})
