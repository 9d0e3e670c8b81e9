import { Migration } from '@mikro-orm/migrations'

/** Creates the request log, partitioned by day. The server creates and drops the partitions. */
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
      create index "request_logs_errors" on "request_logs" ("id") where "status" >= 400;
      create index "request_logs_user" on "request_logs" ("user_id", "id") where "user_id" is not null;
      create index "request_logs_token" on "request_logs" ("token_id", "id") where "token_id" is not null;
    `)
  }
}
