import { Migration } from '@mikro-orm/migrations'

/**
 * Creates the request log, partitioned by day, and the number of its requests in each half hour. The server creates
 * and drops the partitions. In the counts, 0 stands for a request without a user or a token.
 */
export class RequestLog extends Migration {
  override up(): void {
    this.addSql(`
      create table "request_logs" (
        "id" bigserial,
        "request_id" text not null,
        "surface" text not null,
        "method" text not null,
        "path" text not null,
        "route" text null,
        "tool" text null,
        "status" smallint not null,
        "code" text null,
        "errors" jsonb null,
        "duration_ms" int not null,
        "ip" text not null,
        "user_id" bigint null,
        "user_name" text null,
        "token_id" bigint null,
        "token_name" text null,
        "user_agent" text null,
        "created_at" timestamptz(3) not null,
        primary key ("id", "created_at")
      ) partition by range ("created_at");
      create index "request_logs_created" on "request_logs" ("created_at");
      create index "request_logs_status" on "request_logs" ("status", "created_at");
      create index "request_logs_method" on "request_logs" ("method", "created_at");
      create index "request_logs_slow" on "request_logs" ("created_at") where "duration_ms" >= 500;
      create index "request_logs_user" on "request_logs" ("user_id", "created_at") where "user_id" is not null;
      create index "request_logs_token" on "request_logs" ("token_id", "created_at") where "token_id" is not null;
      create index "request_logs_code" on "request_logs" ("code", "created_at") where "code" is not null;
      create index "request_logs_path" on "request_logs" using gin ("path" gin_trgm_ops);
    `)

    this.addSql(`
      create table "request_counts" (
        "period" timestamptz(3) not null,
        "method" text not null,
        "path" text not null,
        "status" smallint not null,
        "user_id" bigint not null,
        "token_id" bigint not null,
        "user_name" text null,
        "token_name" text null,
        "requests" int not null,
        "duration_ms" bigint not null,
        "max_duration_ms" int not null,
        primary key ("period", "method", "path", "status", "user_id", "token_id")
      );
    `)
  }
}
