import type { Pool } from 'pg'
import { z } from 'zod'

const order = z.object({
  id: z.int(),
  tracking_code: z.string(),
  email: z.string(),
  phone: z.string(),
  company_name: z.string(),
})

/** What staff type, with a name for each: whole numbers, beginnings and names, of an order in the middle of all. */
export async function textsOf(pool: Pool): Promise<[name: string, text: string][]> {
  const { rows } = await pool.query(
    'select * from orders where deleted_at is null and id >= (select max(id) / 2 from orders) order by id limit 1',
  )
  const { id, tracking_code: code, email, phone, company_name: company } = order.parse(rows[0])
  const boxes = await pool.query("select number from containers where number <> '' order by id desc limit 1")
  const { number } = z.object({ number: z.string() }).parse(boxes.rows[0])
  return [
    ['a tracking code', code],
    ['a pasted code', `Re: ${code.slice(0, 4).toLowerCase()}-${code.slice(4, 8)}-${code.slice(8)}`],
    ['the beginning of a code', code.slice(0, 6)],
    ['two letters', code.slice(0, 2)],
    ['an id', String(id)],
    ['four digits', code.slice(8)],
    ['a container', number],
    ['an email address', email],
    ['a phone number', phone],
    ['a company', company],
    ['a common word', company.split(' ')[0] ?? company],
    ['three letters', 'kit'],
    ['nothing like it', 'zqxwv'],
  ]
}
