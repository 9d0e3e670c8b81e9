import { Migration } from '@mikro-orm/migrations'

// The lower bounds of the ranges of durations, in milliseconds.
const bounds = `'{0,1,2,3,5,7,10,15,20,30,50,70,100,150,200,300,500,700,1000,1500,2000,3000,5000,7000,10000,15000,20000,30000}'::int[]`
const period = `date_bin('30 minutes', "created_at", '2000-01-01T00:00Z')`

/**
 * Adds the number of requests of every half hour by status and duration, by endpoint and by user, and indexes for
 * the filters of the request log.
 */
export class RequestCounts extends Migration {
  override up(): void {
    this.addSql(`
      create table "request_counts_by_status" (
        "period" timestamptz(3) not null,
        "status" smallint not null,
        "duration_from_ms" int not null,
        "requests" int not null,
        "duration_ms" bigint not null,
        primary key ("period", "status", "duration_from_ms")
      );
      create table "request_counts_by_endpoint" (
        "period" timestamptz(3) not null,
        "method" text not null,
        "path" text not null,
        "requests" int not null,
        primary key ("period", "method", "path")
      );
      create table "request_counts_by_user" (
        "period" timestamptz(3) not null,
        "user_id" bigint not null,
        "user_name" text null,
        "requests" int not null,
        primary key ("period", "user_id")
      );
    `)

    // No process may log a request between the count and the end of the migration.
    this.addSql(`
      lock table "request_logs" in share row exclusive mode;
      insert into "request_counts_by_status"
        select ${period}, "status", (${bounds})[width_bucket("duration_ms", ${bounds})], count(*), sum("duration_ms")
        from "request_logs" group by 1, 2, 3 order by 1, 2, 3;
      insert into "request_counts_by_endpoint"
        select ${period}, "method", coalesce("route", "path"), count(*) from "request_logs"
        group by 1, 2, 3 order by 1, 2, 3;
      insert into "request_counts_by_user"
        select ${period}, "user_id", max("user_name"), count(*)
        from "request_logs" where "user_id" is not null group by 1, 2 order by 1, 2;
    `)

    this.addSql(`
      create index "request_logs_status" on "request_logs" ("status", "id");
      create index "request_logs_method" on "request_logs" ("method", "id");
      create index "request_logs_surface" on "request_logs" ("surface", "id");
      create index "request_logs_slow" on "request_logs" ("id") where "duration_ms" >= 500;
      create index "request_logs_path" on "request_logs" using gin ("path" gin_trgm_ops);
    `)
  }
}
