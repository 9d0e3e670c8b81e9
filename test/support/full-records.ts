import { allRecords } from '../../http/admin/records/index.ts'
import { recordCatalog } from '../../src/catalog/record-catalog.ts'
import type { AdminWorld } from './admin-world.ts'
import { sql } from './makers.ts'

/** Adds notes and changes to the first record of each kind, so that its page has every section, with wrapped lines. */
export async function fillRecords(world: AdminWorld): Promise<void> {
  const author = JSON.stringify({
    type: 'user',
    id: world.people.admin.id,
    name: `Admin ${'of a team '.repeat(4)}`,
  })
  for (const { collection, historyType } of allRecords) {
    const id = world.made[collection]?.[0]
    const changes = JSON.stringify({
      [recordCatalog.get(historyType)?.title ?? 'name']: { from: 'Old', to: 'New '.repeat(9) },
    })
    await sql(
      world,
      `insert into history (record_type, record_id, event, actor, changes, surface)
        select $1, $2, 'updated', $3, $4, 'admin' from generate_series(1, 3)`,
      historyType,
      id,
      author,
      changes,
    )

    await sql(
      world,
      `insert into notes (record_type, record_id, body, author) select $1, $2, 'A note. ' || n, $3 from generate_series(1, 2) n`,
      historyType,
      id,
      author,
    )
  }
}
