import { Bug, BugChange, NewBug } from '../../../src/assistant/bug/bug.ts'
import { BugQuery, listBugs, readBug } from '../../../src/assistant/bug/read.ts'
import { changeBug, createBug, removeBug } from '../../../src/assistant/bug/writes.ts'
import { phrase } from '../../../src/language/phrase.ts'
import { recordPages } from '../record/record.ts'

/** Bugs of services. */
export const bugPages = recordPages({
  texts: 'bug',
  group: 'operations',
  about: phrase('bug.about'),
  historyType: 'bug',
  columns: ['title', 'severity', 'status', 'service', 'reported_by', 'created_at', 'resolved_at'],
  presets: [
    { label: phrase('bug.newOnes'), query: { status: 'new' } },
    { label: phrase('bug.confirmed'), query: { status: 'confirmed' } },
    { label: phrase('bug.inProgress'), query: { status: 'in-progress' } },
  ],
  schema: Bug,
  list: { query: BugQuery, run: listBugs },
  read: readBug,
  create: { body: NewBug, run: createBug },
  change: { body: BugChange, run: changeBug },
  bulk: { status: 'status', severity: 'severity' },
  remove: { run: removeBug },
})
