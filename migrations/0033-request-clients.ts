import { Migration } from '@mikro-orm/migrations'

/** Adds the client of MCP and the trace of a request to the request log. */
export class RequestClients extends Migration {
  override up(): void {
    this.addSql(`
      alter table "request_logs" add "client" text null, add "trace_id" text null;
      create index "request_logs_client" on "request_logs" using gin ("client" gin_trgm_ops)
        where "client" is not null;
    `)
  }
}
