/** Today, wherever the server is. */
export const todaySql = `(now() at time zone 'utc')::date`

/** Every application's accepted clicks of the last seven days and of the seven before. */
export const weeks = `weeks as (
  select app_id, coalesce(sum(clicks) filter (where date > ${todaySql} - 7), 0) as current,
    coalesce(sum(clicks) filter (where date <= ${todaySql} - 7), 0) as previous
  from clicks where date > ${todaySql} - 14 and date <= ${todaySql} and status <> 'rejected' group by app_id)`

/** A fall of clicks that somebody should look at: by 30 percent or more, week over week. */
export const fell = 'previous > 0 and current <= previous * 0.7'

/** Applications that are worked on, with their weeks. */
export const worked = `applications as record left join weeks on weeks.app_id = record.id
  where record.deleted_at is null and record.status = 'active'`

/** The record that something is about. */
export const entity = (type: string) =>
  `json_build_object('type', '${type}', 'id', record.id, 'name', record.name)`
