import type { MappedProduct } from '../../../../src/catalog/map/read.ts'

/** The number of sizes of a tile. */
const sizes = 5

const factors: Record<string, number> = { k: 1e3, к: 1e3, т: 1e3, m: 1e6, м: 1e6, b: 1e9 }

/** Returns the sizes of the tiles of products, from 1 to 5, by their ids: by clicks, or by installs if they have none. */
export function tileSizes(products: readonly MappedProduct[]): ReadonlyMap<number, number> {
  const clicks = scaleOf(products.map((product) => product.clicks?.current ?? 0))
  const installs = scaleOf(products.map(installsOf))
  return new Map(
    products.map((product) => [
      product.id,
      product.clicks?.current ? clicks(product.clicks.current) : installs(installsOf(product)),
    ]),
  )
}

// Values that differ by orders of magnitude need a logarithmic scale.
function scaleOf(values: number[]): (value: number) => number {
  const positive = values.filter((value) => value > 0)
  const [low, high] = [Math.log(Math.min(...positive)), Math.log(Math.max(...positive))]
  return (value) => {
    if (value <= 0) return 1
    if (high === low) return Math.ceil(sizes / 2)
    return 1 + Math.round(((Math.log(value) - low) / (high - low)) * (sizes - 1))
  }
}

function installsOf({ installs }: MappedProduct): number {
  return installs.reduce((sum, band) => sum + lowerEnd(band), 0)
}

/** Returns the lower end of an installs band: 100000 for "100,000+", "100K–500K" and "100 000+". */
export function lowerEnd(band: string): number {
  const [, digits = '', unit = ''] = /(\d[\d.,\s]*)([kктmмb]?)/i.exec(band) ?? []
  const factor = factors[unit.toLowerCase()]
  // Before a unit a point or a comma begins the decimals, otherwise it groups digits.
  const number = factor
    ? Number(digits.replace(',', '.').replaceAll(/\s/g, ''))
    : Number(digits.replaceAll(/\D/g, ''))
  return Number.isFinite(number) ? number * (factor ?? 1) : 0
}
