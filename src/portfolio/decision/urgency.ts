/** The order of decisions: active ones first, by the day of their review, then newest first. */
export const decisionUrgency = [`(case when "status" = 'active' then "review_at" end)`, '"id" desc']
