import type { Pool } from 'pg'
import { z } from 'zod'

const order = z.object({
  id: z.int(),
  tracking_code: z.string(),
  email: z.string(),
  phone: z.string(),
  company_name: z.string(),
})

/** Texts that staff type, by kind: whole numbers, beginnings and names, from orders of all ages. */
export async function textsOf(pool: Pool, orders: number): Promise<[name: string, texts: string[]][]> {
  const { rows } = await pool.query(
    `select o.* from (select max(id) as last from orders) m, generate_series(1, $1::int) n, lateral (
       select * from orders where deleted_at is null and id >= m.last / ($1 + 1) * n order by id limit 1) o order by o.id`,
    [orders],
  )
  const boxes = await pool.query("select number from containers where number <> '' order by id desc limit $1", [orders])
  const numbers = z.array(z.object({ number: z.string() })).parse(boxes.rows)
  const found = z.array(order).parse(rows)
  const code = (of: (code: string) => string) => found.map(({ tracking_code }) => of(tracking_code))
  const company = (of: (company: string) => string) => found.map(({ company_name }) => of(company_name))
  return [
    ['a tracking code', code((each) => each)],
    ['a pasted code', code((each) => `Re: ${each.slice(0, 4).toLowerCase()}-${each.slice(4, 8)}-${each.slice(8)}`)],
    ['the beginning of a code', code((each) => each.slice(0, 6))],
    ['two letters', code((each) => each.slice(0, 2))],
    ['an id', found.map(({ id }) => String(id))],
    ['four digits', code((each) => each.slice(8))],
    ['a container', numbers.map(({ number }) => number)],
    ['an email address', found.map(({ email }) => email)],
    ['a phone number', found.map(({ phone }) => phone)],
    ['a company', company((each) => each)],
    ['a common word', company((each) => each.split(' ')[0] ?? each)],
    ['three letters', company((each) => each.slice(0, 3))],
    ['nothing like it', code((each) => `zq${each.slice(0, 3).toLowerCase()}x`)],
  ]
}
