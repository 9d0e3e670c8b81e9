/**
 * How long one statement may take, in milliseconds, waits for locks included. `read` is for a SELECT of a request,
 * `write` for a statement in a transaction, `bulk` for transactions with thousands of rows, `migration` for changes of
 * the schema, which may rewrite a table. `aside` is for a SELECT whose result only stands beside the answer of a write. A
 * caller gets its 503 within ten seconds, so `write` ends a little earlier.
 */
export const timeLimits = {
  read: 5_000,
  write: 9_500,
  bulk: 60_000,
  aside: 1_000,
  migration: 3_600_000,
} as const

// These are the defaults of PostgreSQL. A role that is read-only stays so, and the code works in any time zone.
const defaults = {
  default_transaction_isolation: 'read committed',
  // Idle connections of a pool are kept.
  idle_session_timeout: '0',
  // Values are sent and parsed in these formats, and dates in that of `LimitedClient`.
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  extra_float_digits: '1',
  // Searches by an index find every row, and those by the operator % the names with this similarity.
  gin_fuzzy_search_limit: '0',
  'pg_trgm.similarity_threshold': '0.3',
}

/**
 * Settings of a session on the server, as startup parameters. The server applies its limits even if the client has
 * disconnected. Without `jit=off` it would compile some statements, which takes longer than running them. The default of
 * `random_page_cost` is meant for spinning disks: with it, searches would read entire tables instead of an index.
 * Every search reads the pending list of a trigram index, so that list is limited to 1 MB instead of 4.
 * `defaults` protects the meaning of statements from the settings of the role and of the database.
 */
export const sessionSettings = {
  statement_timeout: timeLimits.write,
  lock_timeout: timeLimits.write,
  idle_in_transaction_session_timeout: 2 * timeLimits.write,
  options: Object.entries({
    jit: 'off',
    random_page_cost: '1.1',
    gin_pending_list_limit: '1MB',
    ...defaults,
  })
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' '),
}

/** The message of the driver when a statement got no answer in time. */
export const noAnswer = 'Query read timeout'
