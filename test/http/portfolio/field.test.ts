import { beforeAll, describe, expect, it } from 'vitest'
import { expectRefused, makeProduct, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
})

const said = (name: string) => name.replaceAll('_', ' ')

describe.each(kinds)(
  'the fields of a $key',
  ({ key, path, make, changes, body, required, needed, optional }) => {
    const texts = Object.entries<number>({ ...needed, ...optional })

    it('names everything that is missing, at once', async () => {
      const missing = Object.fromEntries(
        required.map((name) => [name, `The ${said(name)} field is required.`]),
      )
      expectRefused(await world.send('POST', path, {}), missing)
      expectRefused(await world.send('POST', path), missing)
    })

    it('takes blank text for none: required where it is, null where it may be', async () => {
      for (const name of Object.keys(needed))
        expectRefused(await world.send('POST', path, { ...body, [name]: ' \u00a0\u2003\u0085\n' }), {
          [name]: `The ${said(name)} field is required.`,
        })
      const blank = Object.fromEntries(Object.keys(optional).map((name) => [name, ' \t ']))
      const answer = await world.send('POST', `${path}?dry_run=1`, { ...body, ...blank, ...fresh() })
      for (const name of Object.keys(optional)) expect(answer.body[key][name]).toBeNull()
    })

    it('counts code points, and takes a text of exactly the longest length', async () => {
      const longest = Object.fromEntries(texts.map(([name, max]) => [name, '𝒳'.repeat(max)]))
      const answer = await world.send('POST', `${path}?dry_run=1`, { ...body, ...longest })
      expect(answer.status).toBe(200)
      for (const [name] of texts) expect(answer.body[key][name]).toBe(longest[name])
      const longer = Object.fromEntries(texts.map(([name, max]) => [name, '𝒳'.repeat(max + 1)]))
      const sentences = texts.map(([name, max]) => [
        name,
        `The ${said(name)} field must not be greater than ${max} characters.`,
      ])
      expectRefused(await world.send('POST', path, { ...body, ...longer }), Object.fromEntries(sentences))
    })

    it.each([
      ['a number', 5, 'must be a string'],
      ['true', true, 'must be a string'],
      ['a list', ['x'], 'must be a string'],
      ['an object', { x: 1 }, 'must be a string'],
      ['NUL', 'a\u0000b', 'format is invalid'],
      ['half a surrogate pair', '\ud800', 'format is invalid'],
    ])('refuses %s as text', async (_, value, sentence) => {
      const wrong = Object.fromEntries(texts.map(([name]) => [name, value]))
      const errors = Object.fromEntries(texts.map(([name]) => [name, `The ${said(name)} field ${sentence}.`]))
      expectRefused(await world.send('POST', path, { ...body, ...wrong }), errors)
    })

    it('gives text back as it was sent, trimmed', async () => {
      const odd = `<b>&amp;</b> "q" \\ %_ \u2028 e\u0301 \u202e 👩‍👩‍👧 ${'  '}x`
      const sent = Object.fromEntries(texts.map(([name]) => [name, `\u3000${odd}\r\n\u0085`]))
      const answer = await world.send('POST', `${path}?dry_run=1`, { ...body, ...sent })
      for (const [name] of texts) expect(answer.body[key][name]).toBe(odd)
    })

    it('refuses what it does not know by name, raw data above all, and says what it takes', async () => {
      const raw = [
        'events',
        'raw_events',
        'rows',
        'csv',
        'raw_csv',
        'installs',
        'reviews',
        'review_list',
        'logs',
      ]
      raw.push('store_dump', 'ad_rows', 'ad_export', 'attachments', 'nonsense')
      const owned = [
        'id',
        'created_at',
        'updated_at',
        'created_by',
        'updated_by',
        'slug',
        'credential',
        'store_key',
      ]
      owned.push('resolved_at', 'done_at', 'approved_by')
      const all = Object.fromEntries([...raw, ...owned].map((name) => [name, []]))
      const answer = await world.send('POST', path, { ...body, ...all })
      expect(Object.keys(answer.body.errors).sort()).toEqual([...raw, ...owned].sort())
      expect(answer.body.errors.raw_csv[0]).toMatch(
        /^The raw csv field is prohibited\. Allowed: \w+, .*\w+\.$/,
      )
      expect(answer.body.errors.events[0]).toContain(Object.keys(needed)[0])
    })

    it.runIf(changes)(
      'changes by the same rules, clears by null or blank, and keeps what is not mentioned',
      async () => {
        const filled = Object.fromEntries(Object.keys(optional).map((name) => [name, 'x']))
        const made = await make(world, filled)
        const one = `${path}/${made.id}`
        const [first] = Object.keys(needed)
        expectRefused(await world.send('PATCH', one, { [first!]: null, slug: 'x' }), {
          [first!]: `The ${said(first!)} field is required.`,
          slug: expect.stringMatching(/^The slug field is prohibited\. Allowed: /),
        })
        for (const name of Object.keys(optional)) {
          const cleared = await world.send('PATCH', one, { [name]: name.length % 2 ? null : '  ' })
          expect(cleared.body[key]).toMatchObject({ ...filled, [name]: null })
          filled[name] = null as never
        }
      },
    )

    it('takes back what it answered, apart from what is the server’s to set', async () => {
      const back = async (method: 'POST' | 'PATCH', address: string, record: Record<string, unknown>) => {
        const send = (sent: object) => world.send(method, `${address}?dry_run=1`, { ...sent, ...fresh() })
        const { errors = {} } = (await send(record)).body
        const owned = Object.keys(errors).filter((name) => errors[name][0].includes('is prohibited'))
        const sent = Object.fromEntries(Object.entries(record).filter(([name]) => !owned.includes(name)))
        return [sent, (await send(sent)).body[key]] as const
      }
      for (const place of key === 'product' ? [{}] : [{}, { product_slug: 'fixed' }]) {
        const made = await make(world, place)
        const [sent, again] = await back('POST', path, made)
        expect(again).toMatchObject({ ...sent, ...fresh(again?.name) })
        if (!changes) continue
        const [change, changed] = await back('PATCH', `${path}/${made.id}`, made)
        expect(changed).toMatchObject({ ...change, ...fresh(changed?.name) })
      }
    })

    it.runIf(changes)('leaves no trace of a change that changes nothing', async () => {
      const made = await make(world, {})
      const { body: answered, status } = await world.send('PATCH', `${path}/${made.id}`, {})
      expect(status).toBe(200)
      expect(answered[key]).toEqual(made)
      await world.send('PATCH', `${path}/${made.id}`, {
        [Object.keys(needed)[0]!]: made[Object.keys(needed)[0]!],
      })
      const rows = await world.database.read<{ event: string }>({
        text: 'select event from history where record_type = $1 and record_id = $2',
        values: [key === 'rule' ? 'canon_rule' : key, made.id],
      })
      expect(rows).toEqual([{ event: 'created' }])
    })

    function fresh(name = `Fresh ${Math.random()}`) {
      return key === 'product' ? { name } : {}
    }
  },
)

it('has no update of what is only ever added', async () => {
  for (const path of ['insights', 'economics'])
    expect((await world.send('PATCH', `${root}/${path}/1`, {})).status).toBe(405)
})
