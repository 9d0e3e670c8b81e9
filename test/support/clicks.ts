import { daysFromToday, today } from '../../src/record/rules/day.ts'
import { sql } from './makers.ts'
import { makeApplication, makeCompany } from './operations.ts'
import type { TestUser } from './people.ts'
import type { World } from './world.ts'

/** Creates the partitions of the clicks from one day to another, for statements that store clicks themselves. */
export async function addPartitions(world: World, first: string, last = first): Promise<void> {
  const days = `generate_series($1::date, $2::date, '1 day')`
  await sql(world, `select create_clicks_partition(day::date) from ${days} as day`, first, last)
}

/** Creates an application and a company. Returns a row of their clicks without its day. */
export async function makeClickRow(person: TestUser) {
  const [app, company] = [await makeApplication(person), await makeCompany(person)]
  return { app_id: Number(app.id), company_id: Number(company.id), clicks: 7 }
}

/** Gives each app an application with clicks on each of the last 60 days, more of them from day to day. */
export async function storeClicks(world: World): Promise<void> {
  await addPartitions(world, daysFromToday(-60), today())
  const author = `'{"type":"system","id":null,"name":"system"}'::jsonb`
  await sql(
    world,
    `with company as (
      insert into companies (name, created_by, updated_by) values ('Partner', ${author}, ${author}) returning id
    ), linked as (
      insert into applications (native_id, name, platform, status, app_id, created_by, updated_by)
      select 'app-' || id, 'Application', 'ios', 'active', id, ${author}, ${author} from apps returning id
    )
    insert into clicks (date, app_id, company_id, clicks, created_by, updated_by)
    select current_date - n, linked.id, company.id, 100 - n, ${author}, ${author}
    from linked, company, generate_series(0, 59) as n`,
  )
}
