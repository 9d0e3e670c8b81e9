import { Ground } from './0001-ground.ts'
import { Portfolio } from './0002-portfolio.ts'
import { Reports } from './0003-reports.ts'
import { Decisions } from './0004-decisions.ts'
import { Directions } from './0005-directions.ts'
import { People } from './0006-people.ts'
import { Operations } from './0007-operations.ts'
import { Outreach } from './0008-outreach.ts'
import { Clicks } from './0009-clicks.ts'
import { OpenSignals } from './0010-open-signals.ts'
import { Resources } from './0020-resources.ts'
import { Conversations } from './0021-conversations.ts'
import { RequestLog } from './0030-request-log.ts'
import { Market } from './0040-market.ts'
import { Sessions } from './0050-sessions.ts'
import { Activity } from './0060-activity.ts'
import { RequestCounts } from './0070-request-counts.ts'
import { Evidence } from './0080-evidence.ts'
import { Filters } from './0090-filters.ts'
import { Search } from './0100-search.ts'
import { GrownTables } from './0110-grown-tables.ts'
import { LargerTables } from './0120-larger-tables.ts'

/** Every migration, in order. A released migration never changes. */
export const migrations = [
  { name: '0001-ground', class: Ground },
  { name: '0002-portfolio', class: Portfolio },
  { name: '0003-reports', class: Reports },
  { name: '0004-decisions', class: Decisions },
  { name: '0005-directions', class: Directions },
  { name: '0006-people', class: People },
  { name: '0007-operations', class: Operations },
  { name: '0008-outreach', class: Outreach },
  { name: '0009-clicks', class: Clicks },
  { name: '0010-open-signals', class: OpenSignals },
  { name: '0020-resources', class: Resources },
  { name: '0021-conversations', class: Conversations },
  { name: '0030-request-log', class: RequestLog },
  { name: '0040-market', class: Market },
  { name: '0050-sessions', class: Sessions },
  { name: '0060-activity', class: Activity },
  { name: '0070-request-counts', class: RequestCounts },
  { name: '0080-evidence', class: Evidence },
  { name: '0090-filters', class: Filters },
  { name: '0100-search', class: Search },
  { name: '0110-grown-tables', class: GrownTables },
  { name: '0120-larger-tables', class: LargerTables },
]
