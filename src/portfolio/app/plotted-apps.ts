const maxApps = 20

/** The SELECT of the apps of a product whose measurements are plotted. Its parameter $1 is the id of the product. */
export const plottedApps = `select id, slug, name, platform from apps where product_id = $1 order by id limit ${maxApps}`
