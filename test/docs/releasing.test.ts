import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const guide = read('docs/releasing.md')
const text = read('.github/workflows/release.yml')
const ci = read('.github/workflows/ci.yml')
const { on, permissions, jobs } = parse(text)
type Step = { name?: string; uses?: string; run?: string; with?: Record<string, unknown> }
const steps: Step[] = jobs.publish.steps

it.each([text, ci])('uses actions by the hash of a commit, with the version beside it', (workflow) => {
  const used = [...workflow.matchAll(/uses: (.+)/g)].map(([, name = '']) => name)
  expect(used.length).toBeGreaterThan(0)
  for (const name of used)
    expect(name).toMatch(/^(\.\/[\w./-]+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/)
})

it('publishes when a tag of a version is pushed, once .ci/run has passed', () => {
  expect(on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } })
  expect(jobs.test).toEqual({ uses: './.github/workflows/ci.yml' })
  expect(jobs.publish.needs).toBe('test')
  expect(parse(ci).on).toHaveProperty('workflow_call')
  expect(ci).toContain('run: .ci/run')
})

it('has no secret but the token of the run, and writes only in the job that publishes', () => {
  expect(text).not.toContain('secrets.')
  expect(permissions).toEqual({ contents: 'read' })
  expect(jobs.publish.permissions).toEqual({
    contents: 'write',
    packages: 'write',
    'id-token': 'write',
    attestations: 'write',
  })
})

it('publishes in the order that the guide says', () => {
  expect(steps.flatMap(({ name }) => name ?? [])).toEqual([
    'Build',
    'Publish the npm package',
    'Publish the image',
    'Attest where the image was built',
    'Attest what the image contains',
    'Publish to the MCP registry',
    'Create the release',
  ])
  const places = [
    '.ci/run',
    'npm sbom',
    'npm publish',
    'ghcr.io',
    'attestations',
    'server.json',
    'release on GitHub',
  ]
  const [, described = ''] = guide.split('## What the workflow does')
  const found = places.map((place) => described.indexOf(place))
  expect(found).not.toContain(-1)
  expect(found).toEqual(found.toSorted((one, other) => one - other))
})

it('builds the image for both architectures and attaches the list of what it contains', () => {
  const stepOf = (action: string) => steps.find(({ uses }) => uses?.startsWith(action))?.with
  expect(stepOf('docker/build-push-action')).toMatchObject({
    platforms: 'linux/amd64,linux/arm64',
    push: true,
  })
  const attested = { 'subject-digest': `\${{ steps.image.outputs.digest }}`, 'push-to-registry': true }
  expect(stepOf('actions/attest-build-provenance')).toMatchObject(attested)
  expect(stepOf('actions/attest-sbom')).toMatchObject({ ...attested, 'sbom-path': 'sbom.cdx.json' })
})

it('verifies what it downloads', () => {
  const { MCP_PUBLISHER, MCP_PUBLISHER_SHA256 } = jobs.publish.env
  expect(MCP_PUBLISHER).toMatch(/\/releases\/download\/v\d+\.\d+\.\d+\//)
  expect(MCP_PUBLISHER_SHA256).toMatch(/^[0-9a-f]{64}$/)
  const { run = '' } = steps.find(({ name }) => name === 'Publish to the MCP registry') ?? {}
  expect(run.indexOf('sha256sum --check')).toBeLessThan(run.indexOf('tar '))
})

it('has three steps for a person, whose commands exist', () => {
  const [, person = ''] = guide.split(/## What .+\n/)
  expect(person.match(/^\d+\. /gm)).toEqual(['1. ', '2. ', '3. '])
  expect(manifest.scripts.version).toContain('scripts/set-version.ts')
})
