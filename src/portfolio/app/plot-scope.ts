/** The apps that a plot is about: one app, or all apps of a product. */
export type PlotScope = { app_id: number } | { product_id: number }

const maxApps = 20

/** Returns the SELECT of these apps with the columns that a plot needs. Adds its value to `values`. */
export function appsInScope(scope: PlotScope, values: unknown[]): string {
  const condition =
    'app_id' in scope
      ? `id = $${values.push(scope.app_id)}`
      : `product_id = $${values.push(scope.product_id)}`
  return `select id, slug, name, platform from apps where ${condition} order by id limit ${maxApps}`
}
