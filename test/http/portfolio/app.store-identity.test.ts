import { beforeAll, describe, expect, it } from 'vitest'
import { expectValidationErrors, makeApp, makeToken, root } from '../../support/makers.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const apps = `${root}/apps`
const takenAs = (name: string) => ({ [name]: `The ${name.replace('_', ' ')} has already been taken.` })

describe('the store identity of an app', () => {
  it.each([
    ['bundle_id', 'com.Acme.one', ['x', '-a', 'a b', 'a_b', '.a']],
    ['package_id', 'com.acme.one_1', ['com', '1com.acme', 'com.', 'com..acme', 'com.acme-x', '.com.acme']],
  ])('requires a valid %s that is unique per platform', async (field, valid, malformed) => {
    for (const value of malformed) {
      const { status, body } = await world.send('POST', apps, { name: 'X', platform: 'Web', [field]: value })
      expect([status, body.errors[field].at(-1)]).toEqual([
        422,
        `The ${field.replace('_', ' ')} field format is invalid.`,
      ])
    }
    await makeApp(world, { [field]: valid, platform: 'Android' })
    await makeApp(world, { [field]: valid, platform: 'Huawei' })
    const duplicate = { name: 'X', platform: 'android', direction_slug: 'fitness', [field]: ` ${valid} ` }
    expectValidationErrors(await world.send('POST', apps, duplicate), takenAs(field))
  })

  it.each([
    'ftp://a.example/x',
    'javascript:alert(1)',
    'https://',
    'https:///path',
    '//a.example',
    'a.example/x',
    'https://user@a.example/',
    'https://user:secret@a.example/',
    'https://a b.example/',
    'http://x\n.io',
    'https://a.example/b\tc',
    'https://a.example/\u0001',
  ])('rejects the store_url %s', async (store_url) => {
    expectValidationErrors(
      await world.send('POST', apps, { name: 'X', platform: 'Web', direction_id: 1, store_url }),
      {
        store_url: 'The store url field must be a valid URL.',
      },
    )
  })

  it('accepts a store_url of 500 characters, however long its encoded form is', async () => {
    const padded = (length: number, tail: string) =>
      `https://a.example/${tail}`.padEnd(length, '😀').replace(/\ud83d$/, 'x')
    for (const tail of ['', '%', '%00', 'x?id=%00'])
      expect((await makeApp(world, { platform: 'Web', store_url: padded(900, tail) })).store_url).toContain(
        '😀',
      )
    const sent = { name: 'X', platform: 'Web', direction_id: 1 }
    expectValidationErrors(
      await world.send('POST', apps, { ...sent, store_url: `https://a.example/${'x'.repeat(483)}` }),
      {
        store_url: 'The store url field must not be greater than 500 characters.',
      },
    )
    expectValidationErrors(
      await world.send('POST', apps, { ...sent, store_url: 'https://a.example/\u0000' }),
      {
        store_url: 'The store url field format is invalid.',
      },
    )
  })

  it('treats different spellings of one store_url as the same', async () => {
    const store_url = 'https://play.google.com/store/apps/details?id=com.acme.scan'
    await makeApp(world, { platform: 'Android', store_url })
    for (const spelling of [
      'http://www.play.google.com/store/apps/details/?hl=ru&id=com.acme.scan&utm_source=x#reviews',
      'HTTPS://PLAY.GOOGLE.COM/store/%61pps/details?id=com.acme.scan',
    ]) {
      const duplicate = { name: 'X', platform: 'Android', direction_id: 1, store_url: spelling }
      expectValidationErrors(await world.send('POST', apps, duplicate), takenAs('store_url'))
    }
    await makeApp(world, { platform: 'Android', store_url: store_url.replace('scan', 'other') })
    await makeApp(world, { platform: 'Huawei', store_url })
  })

  it('is found by any store_url of the same app and does not clash with another app', async () => {
    const storeUrl = (id: string) => `https://appgallery.huawei.com/#/app/${id}`
    const { id } = await makeApp(world, { platform: 'Huawei', store_url: storeUrl('C1') })
    await makeApp(world, { platform: 'Huawei', store_url: storeUrl('C2') })
    const alternative = encodeURIComponent('https://appgallery.cloud.huawei.com/ag/n/app/C1?channelId=mail')
    const { body } = await world.send('GET', `${apps}?store_url=${alternative}`)
    expect(body.apps).toMatchObject([{ id, store_url: storeUrl('C1') }])
  })

  it('reports every taken field at once, on POST and on PATCH', async () => {
    const identity = {
      bundle_id: 'com.all.taken',
      package_id: 'com.all.taken',
      store_url: 'https://store.test/all',
    }
    await makeApp(world, { bundle_id: identity.bundle_id, store_url: identity.store_url })
    await makeApp(world, { package_id: identity.package_id })
    await makeApp(world, { ...identity, platform: 'Huawei' })
    const all = { ...takenAs('bundle_id'), ...takenAs('package_id'), ...takenAs('store_url') }
    const sent = { name: 'X', platform: 'iOS', direction_id: 1 }
    expectValidationErrors(await world.send('POST', apps, { ...sent, ...identity }), all)
    expectValidationErrors(
      await world.send('POST', apps, { ...sent, ...identity, bundle_id: 'com.all.free' }),
      {
        ...takenAs('package_id'),
        ...takenAs('store_url'),
      },
    )
    const { id } = await makeApp(world, { ...identity, platform: 'RuStore' })
    const patch = (fields: object) => world.send('PATCH', `${apps}/${id}`, fields)
    expectValidationErrors(await patch({ platform: 'iOS' }), all)
    expectValidationErrors(
      await patch({ platform: 'iOS', bundle_id: null, store_url: ' ' }),
      takenAs('package_id'),
    )
    expect((await patch({ ...identity, name: 'Same' })).status).toBe(200)
  })

  it('that is taken is explained with the app that has it, to a caller who may read it', async () => {
    const package_id = 'com.whose.it'
    const made = await makeApp(world, { name: 'Its owner', package_id, platform: 'Android' })
    await makeApp(world, { package_id, platform: 'Huawei' })
    const next = `The package_id is that of the app ${made.slug}: "Its owner", Android.`
    const body = { name: 'X', platform: 'android', direction_id: 1, package_id: ` ${package_id} ` }
    const operations = [{ operation: 'create_app', body }]
    const { id } = await makeApp(world, { platform: 'Android' })
    for (const answer of [
      await world.send('POST', apps, body),
      await world.send('POST', `${apps}?dry_run=1`, body),
      await world.send('POST', `${root}/batch`, { operations }),
      await world.send('PATCH', `${apps}/${id}`, { package_id, platform: 'Android' }),
    ])
      expect(answer).toMatchObject({ status: 422, body: { next } })
    expect((await world.send('PATCH', `${apps}/${id}`, { package_id })).body.next).toContain(next)
    const { headers } = await makeToken(world, ['write'])
    expect((await world.send('POST', apps, body, headers)).body).not.toHaveProperty('next')
  })

  it('is free again once it is cleared', async () => {
    const store_url = 'https://apps.apple.com/app/id1'
    const { id } = await makeApp(world, { store_url })
    await world.send('PATCH', `${apps}/${id}`, { store_url: '' })
    expect((await makeApp(world, { store_url })).store_url).toBe(store_url)
  })
})
