import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import manifest from '../package.json' with { type: 'json' }

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const { services, secrets, networks } = parse(read('compose.yaml'), { merge: true })
const processes = ['portfolio-ops', 'replica-1', 'replica-2']

it.each(processes)('starts %s with variables that the documentation lists', (name) => {
  const documented = read('README.md')
  const variables = Object.keys(services[name].environment)
  expect(variables).toContain('DATABASE_URL_FILE')
  for (const variable of variables) expect(documented).toContain(`\`${variable.replace(/_FILE$/, '')}\``)
})

it.each(processes)('starts %s read-only, with the files of its secrets', (name) => {
  expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  const paths = Object.entries(services[name].environment).filter(([variable]) => variable.endsWith('_FILE'))
  expect(paths.map(([, path]) => path)).toEqual(
    services[name].secrets.map((secret: string) => `/run/secrets/${secret}`),
  )
})

it('uses only secrets that it declares and operations.md creates', () => {
  const used = Object.values<{ secrets?: string[] }>(services).flatMap((service) => service.secrets ?? [])
  expect(Object.keys(secrets).toSorted()).toEqual([...new Set(used)].toSorted())
  for (const secret of used) expect(read('docs/operations.md')).toContain(`secrets/${secret}`)
})

it('names the image of this version, whose labels name the MCP server', () => {
  expect(services['portfolio-ops'].image).toMatch(new RegExp(`:${manifest.version}$`))
  const dockerfile = read('Dockerfile')
  expect(dockerfile).toContain(`ARG VERSION=${manifest.version}\n`)
  expect(dockerfile).toContain(`io.modelcontextprotocol.server.name="${manifest.mcpName}"`)
})

it('trusts the fixed address of the proxy only, which no other service has', () => {
  const [address] = Object.values<{ ipv4_address: string }>(services.proxy.networks).map(
    (n) => n.ipv4_address,
  )
  for (const name of ['replica-1', 'replica-2']) {
    expect(services[name].environment.TRUST_PROXY).toBe(address)
    expect(services[name].networks).toEqual(['default', 'proxy'])
  }
  expect(services['portfolio-ops'].environment).not.toHaveProperty('TRUST_PROXY')
  const [{ subnet }] = networks.proxy.ipam.config
  const network = new BlockList()
  network.addSubnet(
    ...(subnet.split('/').map((part: string, index: number) => (index ? Number(part) : part)) as [
      string,
      number,
    ]),
  )
  expect(network.check(address as string)).toBe(true)
})
