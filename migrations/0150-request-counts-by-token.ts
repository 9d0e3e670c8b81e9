import { Migration } from '@mikro-orm/migrations'

const period = `date_bin('30 minutes', "created_at", '2000-01-01T00:00Z')`

/**
 * Adds the number of requests of every half hour by endpoint, status and token. `token_id` is 0 for requests without a
 * token.
 */
export class RequestCountsByToken extends Migration {
  override up(): void {
    this.addSql(`
      create table "request_counts_by_token" (
        "period" timestamptz(3) not null,
        "method" text not null,
        "path" text not null,
        "status" smallint not null,
        "token_id" bigint not null,
        "token_name" text null,
        "requests" int not null,
        primary key ("period", "method", "path", "status", "token_id")
      );
    `)

    // No process may log a request between the count and the end of the migration.
    this.addSql(`
      lock table "request_logs" in share row exclusive mode;
      insert into "request_counts_by_token"
        select ${period}, "method", coalesce("route", "path"), "status", coalesce("token_id", 0), max("token_name"), count(*)
        from "request_logs" group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5;
    `)
  }
}
