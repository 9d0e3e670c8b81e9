/** Text to insert directly after `anchor`. The empty anchor is the start of the file. */
type Insertion = { anchor: string; text: string }

/** What each existing file gets for the throw-away record `memo`. `new/` has the files that it adds. */
export const insertions: Record<string, Insertion[]> = {
  'src/portfolio/vocabulary.ts': [
    {
      anchor: '',
      text: "export const memoKinds = { note: 'for information', question: 'needs an answer' } as const satisfies Enumeration\n",
    },
    { anchor: 'export const reference = {', text: ' memo_kind: memoKinds,' },
  ],
  'src/catalog/entities.ts': [
    { anchor: '', text: "import { memos } from '../portfolio/memo/memo.ts'\n" },
    { anchor: 'export const entities = [', text: ' memos,' },
  ],
  'src/portfolio/kinds.ts': [
    {
      anchor: 'export const kinds = {',
      text: " memo: { table: 'memos', title: 'title', hasSlug: false, hasDirection: true, search: ['title', 'body'], status: null, names: [], places: ['product_id', 'app_id'], canRetract: false },",
    },
  ],
  'src/portfolio/shown-record.ts': [
    {
      anchor: '',
      text: "import { Memo, StoredMemo } from './memo/memo.ts'\nimport { readMemo } from './memo/read.ts'\n",
    },
    {
      anchor: 'const records = {',
      text: ' memo: { row: StoredMemo, answer: Memo, show: byId(readMemo) },',
    },
  ],
  'src/portfolio/guard/names.ts': [
    { anchor: '', text: "import { MemoChange, NewMemo, StoredMemo } from '../memo/memo.ts'\n" },
    { anchor: 'const stored = [', text: ' StoredMemo,' },
    { anchor: 'const bodies = {', text: ' memo: [NewMemo, MemoChange],' },
  ],
  'src/catalog/record-catalog.ts': [
    { anchor: '', text: "import { memos } from '../portfolio/memo/memo.ts'\n" },
    {
      anchor: 'const kinds: Kind[] = [',
      text: ' ofPortfolio(memos),',
    },
  ],
  'src/catalog/undo/record-writes.ts': [
    {
      anchor: '',
      text: "import { changeMemo } from '../../portfolio/memo/change.ts'\nimport { MemoChange } from '../../portfolio/memo/memo.ts'\n",
    },
    { anchor: 'const portfolio = {', text: ' memo: { body: MemoChange, change: changeMemo },' },
  ],
  'src/catalog/demo.ts': [{ anchor: 'const emptyTables = {', text: ' memos: anyRow,' }],
  'migrations/index.ts': [
    { anchor: '', text: "import { Memos } from './9999-memos.ts'\n" },
    // The database of the test has all other migrations, so the order does not matter here.
    { anchor: 'export const migrations = [', text: " { name: '9999-memos', class: Memos }," },
  ],
  'src/portfolio/write-api/writes.ts': [
    {
      anchor: '',
      text: `import { changeMemo } from '../memo/change.ts'
        import { createMemo } from '../memo/create.ts'
        import { MemoChange, NewMemo } from '../memo/memo.ts'\n`,
    },
    {
      anchor: 'export const writes = {',
      text: `
        create_memo: { method: 'POST', path: '/memos', summary: 'Create a memo', body: NewMemo, run: createMemo },
        change_memo: { method: 'PATCH', path: '/memos/{id}', summary: 'Update a memo', body: MemoChange, run: changeMemo },`,
    },
  ],
  'http/portfolio/index.ts': [
    { anchor: '', text: "import { memoRoutes } from './memo.ts'\n" },
    { anchor: '  overviewRoutes(app)\n', text: '  memoRoutes(app)\n' },
  ],
  'http/portfolio/components.ts': [
    { anchor: '', text: "import { Memo, MemoChange, NewMemo } from '../../src/portfolio/memo/memo.ts'\n" },
    { anchor: 'export const portfolioComponents = {', text: ' Memo, NewMemo, MemoChange,' },
  ],
  'http/admin/records/index.ts': [
    { anchor: '', text: "import { memoPages } from './memo.ts'\n" },
    { anchor: 'export const allRecords: readonly RecordPages[] = [', text: ' memoPages,' },
  ],
  'http/openapi/tags.ts': [
    {
      anchor: "name: 'Portfolio',\n    tags: [",
      text: " { name: 'Memos', description: 'Notes and questions about products, apps and directions.' },",
    },
  ],
  'mcp/server.ts': [
    { anchor: '', text: "import { listMemosTool } from './tools/memo.ts'\n" },
    { anchor: 'export const tools: readonly Tool[] = [', text: ' listMemosTool,' },
  ],
  'agent-configs/AGENTS.md': [{ anchor: '`list_tasks`', text: ', `list_memos`' }],
}
