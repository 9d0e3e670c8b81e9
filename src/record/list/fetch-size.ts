// The common page sizes, also with the additional row that shows whether another page follows.
const fetchSizes = [16, 26, 50, 51, 101, 200, 201]

/** Returns the literal LIMIT for a page of `limit` rows. Few sizes keep the number of prepared plans low. */
export function fetchSize(limit: number): number {
  return fetchSizes.find((size) => size >= limit) ?? limit
}
