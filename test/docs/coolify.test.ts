import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const { services, volumes } = parse(read('docs/coolify.yaml'))
const service = services['portfolio-ops']
const environment: string[] = service.environment

it('runs the image of this version, with its data on a volume that it declares', () => {
  expect(service.image).toBe(`ghcr.io/portfolio-ops/portfolio-ops:${manifest.version}`)
  expect(service.volumes).toEqual(['data:/data'])
  expect(Object.keys(volumes)).toEqual(['data'])
  expect(read('Dockerfile')).toContain('VOLUME /data\n')
})

it('sets only variables that the documentation lists, from those that Coolify assigns', () => {
  const documented = read('README.md')
  const assigned = environment.map((line) => line.split('=')[0] ?? '')
  const own = assigned.filter((name) => !name.startsWith('SERVICE_'))
  expect(own).toEqual(['PUBLIC_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'TRUST_PROXY'])
  for (const name of own) expect(documented).toContain(`\`${name}\``)
  expect(environment).toContain('SERVICE_URL_PORTFOLIO_3000')
  expect(read('Dockerfile')).toContain('EXPOSE 3000\n')
})
