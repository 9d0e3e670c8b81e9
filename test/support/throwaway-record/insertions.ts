/** Text to insert directly after `anchor`. The empty anchor is the start of the file. */
type Insertion = { anchor: string; text: string }

/** What each existing file gets for the throw-away record `memo`. `new/` has the files that it adds. */
export const insertions: Record<string, Insertion[]> = {
  'src/portfolio/kinds.ts': [
    {
      anchor: 'export const kinds = {',
      text: `
  memo: {
    label: { en: 'Memo', ru: 'Памятка' },
    about: 'Notes and questions about products, apps and directions.',
    table: 'memos',
    title: 'title',
    hasSlug: false,
    hasDirection: true,
    parameter: 'id',
    search: ['title', 'body'],
    names: [],
    places: ['product_id', 'app_id'],
    status: null,
    withdrawnStatus: null,
    canRetract: false,
  },`,
    },
  ],
  'src/portfolio/records.ts': [
    {
      anchor: '',
      text: "import { Memo, memos, StoredMemo } from './memo/memo.ts'\nimport { listMemos, MemoQuery, readMemo } from './memo/read.ts'\nimport { memoOperations } from './memo/writes.ts'\n",
    },
    {
      anchor: 'const definitions = {',
      text: ' memo: { entity: memos, stored: StoredMemo, shown: Memo, query: MemoQuery, list: listMemos, detail: Memo, show: byId(readMemo), operations: memoOperations },',
    },
  ],
  'src/language/en/index.ts': [
    { anchor: '', text: "import { memo } from './memo.ts'\n" },
    { anchor: 'export const en = {', text: ' memo,' },
  ],
  'src/language/ru/index.ts': [
    { anchor: '', text: "import { memo } from './memo.ts'\n" },
    { anchor: 'export const ru = {', text: ' memo,' },
  ],
  'src/language/en/field.ts': [{ anchor: 'export const field = {', text: " memo_kind: 'Memo kind'," }],
  'src/language/ru/field.ts': [
    { anchor: "export const field: Translation<'field'> = {", text: " memo_kind: 'Вид памятки'," },
  ],
  'migrations/index.ts': [
    { anchor: '', text: "import { Memos } from './9999-memos.ts'\n" },
    // The database of the test has all other migrations, so the order does not matter here.
    { anchor: 'export const migrations = [', text: " { name: '9999-memos', class: Memos }," },
  ],
  'http/admin/records/index.ts': [
    { anchor: '', text: "import { memoPages } from './memo.ts'\n" },
    { anchor: 'export const allRecords: readonly RecordPages[] = [', text: ' memoPages,' },
  ],
  'mcp/tools/lists.ts': [
    {
      anchor: '',
      text: "import { Memo } from '../../src/portfolio/memo/memo.ts'\nimport { listMemos, MemoQuery } from '../../src/portfolio/memo/read.ts'\n",
    },
    {
      anchor: 'export const recordLists: readonly Tool[] = [',
      text: `
  listTool({
    name: 'list_memos',
    title: 'List memos',
    description: 'Memos, newest first.',
    kind: 'memo',
    view: view(Memo, 'id', 'memo_kind', 'title', 'body', 'product_slug', 'direction_slug', 'app_slug'),
    input: z.strictObject({ ...recordListArguments, memo_kind: MemoQuery.shape.memo_kind }),
    list: listMemos,
  }),`,
    },
  ],
}
