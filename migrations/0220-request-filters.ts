import { Migration } from '@mikro-orm/migrations'

/**
 * Replaces the indexes of the request log, which were sorted by id, with indexes that are sorted by time, as its list
 * now is. PostgreSQL checks a second filter in the index, by the columns after the time. Before, it read every row of a
 * user to find that none has a certain method. The index of rare characters is replaced by one of all characters.
 * Before, every path was compared to find that none contains a certain frequent character.
 */
export class RequestFilters extends Migration {
  override up(): void {
    // The table is analyzed, because without statistics PostgreSQL would expect every character to be rare. The old
    // indexes are dropped last, because the log cannot be read from then until the migration ends.
    this.addSql(`
      create index "request_logs_status_created" on "request_logs" ("status", "created_at", "method");
      create index "request_logs_method_created" on "request_logs" ("method", "created_at");
      create index "request_logs_mcp_created" on "request_logs" ("created_at", "method", "status")
        where "surface" = 'mcp';
      create index "request_logs_user_created" on "request_logs" ("user_id", "created_at", "method", "status", "surface")
        where "user_id" is not null;
      create index "request_logs_token_created" on "request_logs" ("token_id", "created_at", "method", "status", "surface")
        where "token_id" is not null;
      create index "request_logs_errors_created" on "request_logs" ("created_at", "status", "method", "surface")
        where "status" >= 400;
      create index "request_logs_slow_created" on "request_logs" ("created_at", "user_id", "token_id")
        where "duration_ms" >= 500;
      create index "request_logs_characters" on "request_logs" using gin (string_to_array(lower("path"), null));
      analyze "request_logs";
      drop index "request_logs_status", "request_logs_method", "request_logs_surface", "request_logs_user",
        "request_logs_token", "request_logs_errors", "request_logs_slow", "request_logs_rare";
    `)
  }
}
