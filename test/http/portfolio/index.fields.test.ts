import { beforeAll, describe, expect, it } from 'vitest'
import { expectValidationErrors, makeProduct, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { kinds } from '../../support/writes.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeProduct(world, { name: 'Fixed' })
})

const label = (name: string) => name.replaceAll('_', ' ')

describe.each(kinds)(
  'the fields of a $key',
  ({ key, path, make, changes, body, required, requiredTexts, optionalTexts }) => {
    const texts = Object.entries<number>({ ...requiredTexts, ...optionalTexts })

    it('reports every missing required field at once', async () => {
      const missing = Object.fromEntries(
        // A place may be named by several fields, which the message lists.
        required.map((name) => [
          name,
          expect.stringMatching(`^The ${label(name)} field is required\\.( Or send [a-z_, ]+\\.)?$`),
        ]),
      )
      expectValidationErrors(await world.send('POST', path, {}), missing)
      expectValidationErrors(await world.send('POST', path), missing)
    })

    it('treats blank text as missing: an error for a required field, null for an optional one', async () => {
      for (const name of Object.keys(requiredTexts))
        expectValidationErrors(await world.send('POST', path, { ...body, [name]: ' \u00a0\u2003\u0085\n' }), {
          [name]: `The ${label(name)} field is required.`,
        })
      const blank = Object.fromEntries(Object.keys(optionalTexts).map((name) => [name, ' \t ']))
      const answer = await world.send('POST', `${path}?dry_run=1`, { ...body, ...blank, ...unusedName() })
      expect(answer.status).toBe(200)
      for (const name of Object.keys(optionalTexts)) expect(answer.body[key][name]).toBeNull()
    })

    it('limits the length of texts in code points', async () => {
      const longest = Object.fromEntries(texts.map(([name, max]) => [name, '𝒳'.repeat(max)]))
      const answer = await world.send('POST', `${path}?dry_run=1`, { ...body, ...longest })
      expect(answer.status).toBe(200)
      for (const [name] of texts) expect(answer.body[key][name]).toBe(longest[name])
      const longer = Object.fromEntries(texts.map(([name, max]) => [name, '𝒳'.repeat(max + 1)]))
      const sentences = texts.map(([name, max]) => [
        name,
        `The ${label(name)} field must not be greater than ${max} characters.`,
      ])
      expectValidationErrors(
        await world.send('POST', path, { ...body, ...longer }),
        Object.fromEntries(sentences),
      )
    })

    it.each([
      ['a number', 5, 'must be a string'],
      ['true', true, 'must be a string'],
      ['a list', ['x'], 'must be a string'],
      ['an object', { x: 1 }, 'must be a string'],
      ['NUL', 'a\u0000b', 'format is invalid'],
      ['half a surrogate pair', '\ud800', 'format is invalid'],
    ])('rejects %s as text', async (_, value, sentence) => {
      const wrong = Object.fromEntries(texts.map(([name]) => [name, value]))
      const errors = Object.fromEntries(
        texts.map(([name]) => [name, `The ${label(name)} field ${sentence}.`]),
      )
      expectValidationErrors(await world.send('POST', path, { ...body, ...wrong }), errors)
    })

    it('returns text as it was sent, trimmed', async () => {
      // No text of a rule may have a character that cannot be seen.
      const unseen = key === 'rule' ? '' : '\u2028\u202e'
      const text = `<b>&amp;</b> "q" \\ %_ ${unseen} e\u0301 👩‍👩‍👧 ${'  '}x`
      const sent = Object.fromEntries(texts.map(([name]) => [name, `\u3000${text}\r\n\u0085`]))
      const answer = await world.send('POST', `${path}?dry_run=1`, { ...body, ...sent })
      for (const [name] of texts) expect(answer.body[key][name]).toBe(text)
    })

    it('rejects unknown and read-only fields by name and lists the allowed ones', async () => {
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
      const readOnly = [
        'id',
        'created_at',
        'updated_at',
        'created_by',
        'updated_by',
        'slug',
        'credential',
        'store_key',
      ]
      readOnly.push('resolved_at', 'done_at', 'approved_by')
      const all = Object.fromEntries([...raw, ...readOnly].map((name) => [name, []]))
      const answer = await world.send('POST', path, { ...body, ...all })
      expect(Object.keys(answer.body.errors).sort()).toEqual([...raw, ...readOnly].sort())
      expect(answer.body.errors.raw_csv[0]).toMatch(
        /^The raw csv field is prohibited\. Allowed: \w+, .*\w+\.$/,
      )
      expect(answer.body.errors.events[0]).toContain(Object.keys(requiredTexts)[0])
    })

    it.runIf(changes)(
      'validates a PATCH like a POST, clears a field by null or blank text, and keeps absent fields',
      async () => {
        const filled = Object.fromEntries(Object.keys(optionalTexts).map((name) => [name, 'x']))
        const made = await make(world, filled)
        const url = `${path}/${made.id}`
        const [first] = Object.keys(requiredTexts)
        expectValidationErrors(await world.send('PATCH', url, { [first!]: null, slug: 'x' }), {
          [first!]: `The ${label(first!)} field is required.`,
          slug: expect.stringMatching(/^The slug field is prohibited\. Allowed: /),
        })
        for (const name of Object.keys(optionalTexts)) {
          const cleared = await world.send('PATCH', url, { [name]: name.length % 2 ? null : '  ' })
          expect(cleared.body[key]).toMatchObject({ ...filled, [name]: null })
          filled[name] = null as never
        }
      },
    )

    it('accepts a record as it was returned, without its read-only fields', async () => {
      const sendBack = async (method: 'POST' | 'PATCH', url: string, record: Record<string, unknown>) => {
        const send = (sent: object) => world.send(method, `${url}?dry_run=1`, { ...sent, ...unusedName() })
        const { errors = {} } = (await send(record)).body
        const readOnly = Object.keys(errors).filter((name) => errors[name][0].includes('is prohibited'))
        const sent = Object.fromEntries(Object.entries(record).filter(([name]) => !readOnly.includes(name)))
        expect(Object.keys(sent)).toEqual(expect.arrayContaining(Object.keys(requiredTexts)))
        return [sent, (await send(sent)).body[key]] as const
      }
      for (const place of key === 'product' ? [{}] : [{}, { product_slug: 'fixed' }]) {
        const made = await make(world, place)
        const [sent, created] = await sendBack('POST', path, made)
        expect(created).toMatchObject({ ...sent, ...unusedName(created?.name) })
        if (!changes) continue
        const [change, changed] = await sendBack('PATCH', `${path}/${made.id}`, made)
        expect(changed).toMatchObject({ ...change, ...unusedName(changed?.name) })
      }
    })

    it.runIf(changes)('writes no history for a PATCH that changes nothing', async () => {
      const made = await make(world, {})
      const { body: answered, status } = await world.send('PATCH', `${path}/${made.id}`, {})
      expect(status).toBe(200)
      expect(answered[key]).toEqual(made)
      await world.send('PATCH', `${path}/${made.id}`, {
        [Object.keys(requiredTexts)[0]!]: made[Object.keys(requiredTexts)[0]!],
      })
      const rows = await world.database.read<{ event: string }>({
        text: 'select event from history where record_type = $1 and record_id = $2',
        values: [key === 'rule' ? 'canon_rule' : key, made.id],
      })
      expect(rows).toEqual([{ event: 'created' }])
    })

    // Only product names are unique.
    function unusedName(name = `Unused ${Math.random()}`) {
      return key === 'product' ? { name } : {}
    }
  },
)

it('returns 405 for a PATCH of an insight or of economics', async () => {
  for (const path of ['insights', 'economics'])
    expect((await world.send('PATCH', `${root}/${path}/1`, {})).status).toBe(405)
})
