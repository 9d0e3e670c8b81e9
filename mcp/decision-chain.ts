import type { Chain } from '../src/portfolio/evidence/chain.ts'

const maxChainBytes = 3000

/** Returns the chain of a decision as an answer shows it: within a size limit, with the number of records left out. */
export function chainFields(chain: Chain) {
  let free = maxChainBytes
  let leftOut = 0
  const fits = (link: object) => {
    free -= Buffer.byteLength(JSON.stringify(link))
    if (free < 0) leftOut++
    return free >= 0
  }
  const shown = Object.entries(chain).map(([name, links]) => [name, links.filter(fits)])
  return { chain: Object.fromEntries(shown), ...(leftOut > 0 && { chain_not_shown: leftOut }) }
}
