import { p, Type } from '@mikro-orm/core'
import { type RawBuilder, sql } from 'kysely'

/** A `timestamptz` column, an RFC 3339 string in the program. */
export function timestampColumn() {
  return p.type(TimestampType).$type<string>()
}

/** Returns a timestamp as text in the format of responses: RFC 3339 in UTC with milliseconds. */
export function timestampText(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** A `date` column, a `YYYY-MM-DD` string in the program. */
export function dayColumn() {
  return p.type(DayType).$type<string>()
}

// The ORM would convert both to Date objects. The type parsers of the driver return strings
// (database/type-parsers.ts), and these types keep them.
class StringType extends Type<string, string> {
  override get runtimeType(): string {
    return 'string'
  }
  override compareAsType(): string {
    return 'string'
  }
}

class TimestampType extends StringType {
  override getColumnType(): string {
    return 'timestamptz(3)'
  }
}

class DayType extends StringType {
  override getColumnType(): string {
    return 'date'
  }
}
