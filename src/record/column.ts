import { p, Type } from '@mikro-orm/core'

/** A column that keeps a moment: an RFC 3339 string here, a timestamp there. */
export function timestampColumn() {
  return p.type(InstantType).$type<string>()
}

/** A column that keeps a calendar day, `YYYY-MM-DD`. */
export function dayColumn() {
  return p.type(DayType).$type<string>()
}

// The ORM would make a Date of both. The driver hands strings over (database/wire.ts), and strings they stay.
class StringType extends Type<string, string> {
  override get runtimeType(): string {
    return 'string'
  }
  override compareAsType(): string {
    return 'string'
  }
}

class InstantType extends StringType {
  override getColumnType(): string {
    return 'timestamptz(3)'
  }
}

class DayType extends StringType {
  override getColumnType(): string {
    return 'date'
  }
}
