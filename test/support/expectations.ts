import { addPartitions } from './clicks.ts'
import { sql } from './makers.ts'
import type { World } from './world.ts'

/** Moves a decision and the days by which it expects something into the past. */
export async function backdate(world: World, id: number, days: number): Promise<void> {
  await sql(
    world,
    `update decisions set created_at = created_at - make_interval(days => $2), expected = (
      select coalesce(jsonb_agg(entry || jsonb_build_object('by', ((entry->>'by')::date - $2::int)::text) order by nth), '[]')
      from jsonb_array_elements(expected) with ordinality as listed (entry, nth)
    ) where id = $1`,
    id,
    days,
  )
}

const author = `'{"type":"system","id":null,"name":"system"}'::jsonb`

/** Gives an app an application, and returns its id. */
export async function addApplication(world: World, app_id: number): Promise<number> {
  const [row] = await sql(
    world,
    `insert into applications (native_id, name, platform, status, app_id, created_by, updated_by)
     values (gen_random_uuid()::text, 'Application', 'ios', 'active', $1, ${author}, ${author}) returning id`,
    app_id,
  )
  return Number(row!.id)
}

/** Clicks of an application on days of a status; each is stored for a company of its own. */
export async function addClicks(
  world: World,
  application: number,
  days: Record<string, number>,
  status = 'ok',
): Promise<void> {
  for (const day of Object.keys(days)) await addPartitions(world, day)
  await sql(
    world,
    `with company as (
      insert into companies (name, created_by, updated_by) values (gen_random_uuid()::text, ${author}, ${author}) returning id
    )
    insert into clicks (date, app_id, company_id, clicks, status, created_by, updated_by)
    select day.key::date, $1, company.id, day.value::int, $3, ${author}, ${author}
    from company, jsonb_each_text($2::jsonb) as day`,
    application,
    JSON.stringify(days),
    status,
  )
}
