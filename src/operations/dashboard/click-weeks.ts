/** The current date: the first value of each statement of the dashboard. */
export const todaySql = '$1::date'

/**
 * The table expression `weeks`: the clicks of every application, without rejected ones, in the last seven days and in
 * the seven days before.
 */
export const clicksByWeek = `weeks as (
  select app_id, coalesce(sum(clicks) filter (where date > ${todaySql} - 7), 0) as current,
    coalesce(sum(clicks) filter (where date <= ${todaySql} - 7), 0) as previous
  from clicks where date > ${todaySql} - 14 and date <= ${todaySql} and status <> 'rejected' group by app_id)`

/** Condition: clicks fell by 30 percent or more, week over week. */
export const clicksFell = 'previous > 0 and current <= previous * 0.7'

/** FROM and WHERE for the active applications with their clicks by week. Requires `clicksByWeek`. */
export const fromActiveApplications = `from applications as record left join weeks on weeks.app_id = record.id
  where record.deleted_at is null and record.status = 'active'`

/** Returns the SQL of the record that an item refers to. `type` is SQL too. */
export const entityOf = (type: string) =>
  `json_build_object('type', ${type}, 'id', record.id, 'name', record.name)`
