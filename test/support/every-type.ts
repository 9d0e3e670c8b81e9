import { recordCatalog } from '../../src/catalog/record-catalog.ts'
import {
  makeApp,
  makeDecision,
  makeEconomics,
  makeInsight,
  makeProduct,
  makeRule,
  makeSignal,
  makeTask,
  sql,
} from './makers.ts'
import { makeApplication, makeCompany, makeContact, makeKeyword, makeStrategy } from './operations.ts'
import type { TestUser } from './people.ts'
import type { World } from './world.ts'

const day = '2026-11-20'

/** Stores a record of every type but tokens, with this title or name. Returns their ids by type. */
export async function makeOfEveryType(
  world: World,
  admin: TestUser,
  title: string,
): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  const slug = 'of-every-type'
  const portfolio = { product: makeProduct, app: makeApp }
  for (const [type, make] of Object.entries(portfolio)) ids[type] = (await make(world, { name: title })).id
  const titled = {
    signal: makeSignal,
    insight: makeInsight,
    economics: makeEconomics,
    decision: makeDecision,
    task: makeTask,
    canon_rule: makeRule,
  }
  for (const [type, make] of Object.entries(titled)) ids[type] = (await make(world, { title })).id
  const operations = {
    application: makeApplication,
    company: makeCompany,
    contact: makeContact,
    strategy: makeStrategy,
  }
  for (const [type, make] of Object.entries(operations)) ids[type] = (await make(admin, { name: title })).id
  ids.keyword = (await makeKeyword(admin, { keyword: title })).id
  const author = `'{"type": "system", "id": null, "name": "system"}', '{"type": "system", "id": null, "name": "system"}'`
  const insert = async (type: string, column: string, more = '', values = '') => {
    const { table } = recordCatalog.get(type)!
    const [row] = await sql(
      world,
      `insert into ${table} (created_by, updated_by, ${column}${more}) values (${author}, '${title}'${values}) returning id`,
    )
    ids[type] = Number(row!.id)
  }
  await insert('direction', 'name', ', slug, description', `, '${slug}', ''`)
  await insert('service', 'name', ', slug', `, '${slug}'`)
  for (const type of ['improvement', 'service_task', 'bug']) await insert(type, 'title')
  await insert('agent', 'name')
  await insert('competitor', 'name', ', product_id, relation', `, ${ids.product}, 'direct'`)
  await insert(
    'competitor_review',
    'body',
    ', competitor_id, rating, reviewed_at',
    `, ${ids.competitor}, 4, '${day}'`,
  )
  await insert('keyword_position', 'keyword', ', app_id, country, date', `, ${ids.app}, 'DE', '${day}'`)
  await insert('store_truth', 'title', ', app_id, date', `, ${ids.app}, '${day}'`)
  await insert('user', 'name', ', email, role, password', `, 'z@people.test', 'user', ''`)
  return ids
}
