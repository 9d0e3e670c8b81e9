import { Migration } from '@mikro-orm/migrations'

/** Finds the changes by programs that a review shows first, however many others are newer. */
export class RiskyChanges extends Migration {
  override up(): void {
    this.addSql(`
      create index "history_risky" on "history" ("id")
        where (("actor"->>'type') in ('portfolio_token', 'env_token', 'llm_key', 'bot'))
          and (("record_type" = 'canon_rule' or "event" in ('retracted', 'deleted')
            or "event" <> 'created' and jsonb_exists_any("changes", array['status', 'portfolio_status', 'economics_status',
              'implementation_status', 'product_binding_status', 'health_state', 'product_focus', 'severity', 'risk_summary']))
            or jsonb_exists_any("changes", array['due_at', 'review_at']));
    `)
  }
}
