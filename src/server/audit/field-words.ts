import { humanRole, role } from '#contract/accounts/session.ts'
import { RESOURCES, type ResourceKey } from '#contract/api/resources.ts'
import { RULE_PARAMETERS } from '#contract/attention/attention-rules.ts'
import { ruleLabel } from '#contract/attention/rules.ts'
import { ARTICLE_LABELS, ARTICLE_TYPE_LABELS, articles, articleType, NO_ARTICLE } from '#contract/blog/articles.ts'
import { CLIENT_LABELS } from '#contract/clients/clients.ts'
import { SHIPPER_LABELS } from '#contract/clients/shippers.ts'
import { MODE_LABELS, TRADE_TERMS_LABELS } from '#contract/codes/order-codes.ts'
import { formatDays, formatPhone } from '#contract/lib/format.ts'
import { recordOf } from '#contract/lib/record-of.ts'
import type { Resource } from '#contract/lib/resource.ts'
import { BASES, BASIS_LABELS, SUPPLIER_LABELS, SUPPLIERS } from '#contract/papers/paper-codes.ts'
import { HINT_TERMS_LABELS, HINT_TYPE_LABELS, hintType } from '#contract/reference/hints.ts'
import { showMilestone } from '#contract/reference/milestones.ts'
import { PLACE_KIND_LABELS, PLACE_KINDS } from '#contract/reference/places.ts'
import { RUN_KIND_LABELS, RUN_KINDS } from '#contract/runs/runs.ts'
import { CONTAINER_TIMES } from '#contract/sailings/containers.ts'
import {
  SAILING_CUT_OFFS,
  SAILING_DATES,
  SAILING_LABELS,
  SAILING_STATUS_LABELS,
  SAILING_STATUSES,
} from '#contract/sailings/sailing-codes.ts'
import { sailings } from '#contract/sailings/sailings.ts'
import { COMPANY_LABELS } from '#contract/system/company.ts'
import { TEMPLATE_LABELS } from '#contract/templates/templates.ts'
import { VIEW_LABELS } from '#contract/views/views.ts'
import { confirmationField, MADE_LABELS, madeKind, orderField } from './order-words.ts'
import { isNamed } from './record-names.ts'
import { type Fields, type FieldWords, placeIn, plainText, type Shown, wordsOf } from './shown.ts'

type WordsOf = (key: string, shown: Shown, side: Fields) => FieldWords | null

type Values = Record<string, (value: unknown, shown: Shown) => string>

/** Words for fields with these labels, and for values that need more than plain text. */
const labelled =
  (labels: Record<string, string>, special: Values = {}): WordsOf =>
  (key, shown) => ({
    label: labels[key] ?? wordsOf(key),
    show: (value) => (value === null ? '' : (special[key]?.(value, shown) ?? plainText(value))),
    html: key === 'content',
    place: placeIn(labels, key),
  })

/** Headings of the resource's list; 'categoryId' reads as the column 'category', 'originIds' as 'origins'. */
const columnsOf = ({ columns = {} }: Pick<Resource, 'columns'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([key, label = '']) => [
      [key, label],
      [`${key}Id`, label],
      [`${key.replace(/s$/, '')}Ids`, label],
    ]),
  )

const phone = { phone: formatPhone }
const ids = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Names of the records behind the resource's ids. */
const namesIn = ({ refs = {} }: Pick<Resource, 'refs'>): Values =>
  Object.fromEntries(
    Object.entries(refs).map(([field, of = '']) => [
      field,
      (value, { name }) =>
        [value]
          .flat()
          .map((id) => (isNamed(of) ? name(of, id) : plainText(id)))
          .join(', '),
    ]),
  )

const section = (type: unknown) => {
  const known = articleType.safeParse(type).data
  return known ? ARTICLE_TYPE_LABELS[known] : plainText(type)
}

const article = labelled(
  { ...ARTICLE_LABELS, slot: 'Slot of the main view' },
  {
    type: section,
    customCreatedAt: (seconds, { time }) => time(new Date(Number(seconds) * 1000).toISOString()),
    ...namesIn(articles),
  },
)

/** The slots of a section, each with its article. */
const slots: WordsOf = (key, { name }) => ({
  label: section(key),
  show: (value) =>
    ids(value)
      .map((id, slot) => `${slot + 1}. ${id === null ? NO_ARTICLE : name('articles', id)}`)
      .join('\n'),
})

/** A cell of the delivery grid: 'depot:cartage'. */
const deliveryCell: WordsOf = (key, { name }) => {
  const [depot, cartage] = key.split(':')
  return {
    label: `${name('depots', depot)} → ${name('cartages', cartage)}`,
    show: (days) => formatDays(Number(days)),
  }
}

const account = labelled(
  { ...CLIENT_LABELS, disabledAt: 'Disabled', orders: 'Orders', mails: 'Cancelled mails' },
  {
    ...phone,
    role: (roles) => humanRole(ids(roles).flatMap((each) => role.safeParse(each).data ?? [])),
    disabledAt: (at, { time }) => time(at),
  },
)

const template = labelled(TEMPLATE_LABELS, {
  attaches: madeKind,
  trackingDocuments: (value) => (value ? 'Yes' : 'No'),
  suggestedFor: (value) => (value ? 'Yes' : 'No'),
  events: (value, { name }) =>
    ids(value)
      .map((each) => (each !== null && typeof each === 'object' ? plainText(each) : name('events', each)))
      .join(', '),
})

const orderCodes = (value: unknown, { name }: Shown) =>
  ids(value)
    .map((id) => name('orders', id))
    .join(', ')

const sailing = labelled(
  { ...SAILING_LABELS, orders: 'Orders', toSailingId: 'To sailing' },
  {
    ...namesIn(sailings),
    toSailingId: (id, { name }) => name('sailings', id),
    ...recordOf(SAILING_DATES, (date) => (value: unknown, { time, day }: Shown) => {
      const isCutOff = SAILING_CUT_OFFS.some((each) => each === date)
      return isCutOff ? time(value) : day(value)
    }),
    status: (code) => SAILING_STATUS_LABELS[SAILING_STATUSES.find((each) => each === code) ?? 'planned'],
    orders: orderCodes,
  },
)

/** The filters of a view, one a line, as in its address. */
const filterLines = (value: unknown) =>
  Object.entries(Object(value))
    .map(([field, text]) => `${field} ${plainText(text)}`)
    .join('\n')

/** A run over many orders; its own page lists them. */
const run = labelled(
  { kind: 'What was done', title: 'To', orders: 'Orders', rows: 'Orders' },
  {
    kind: (kind) => RUN_KIND_LABELS[RUN_KINDS.find((each) => each === kind) ?? 'event'],
    orders: (value) => String(ids(value).length),
  },
)

const PARAMETER_LABELS = Object.fromEntries(
  Object.values(RULE_PARAMETERS).flatMap((values) =>
    Object.entries(values).map(([name, { label }]) => [name, label] as const),
  ),
)

/** Words about fields that neither the columns nor the references of a resource have. */
const MORE: Partial<Record<ResourceKey, { labels?: Record<string, string>; values?: Values }>> = {
  events: { labels: { milestone: 'Milestone' }, values: { milestone: showMilestone } },
  documentRequirements: {
    labels: { orders: 'Open orders' },
    values: {
      mode: (mode) => MODE_LABELS[Number(mode)] ?? '',
      tradeTerms: (terms) =>
        ids(terms)
          .map((each) => TRADE_TERMS_LABELS[Number(each)] ?? '')
          .join(', '),
      supplier: (code) => SUPPLIER_LABELS[SUPPLIERS.find((each) => each === code) ?? 'client'],
      basis: (code) => BASIS_LABELS[BASES.find((each) => each === code) ?? 'booking'],
    },
  },
  containers: {
    labels: { sailingId: 'Sailing', orderId: 'Order', ...MADE_LABELS },
    values: {
      ...recordOf(
        CONTAINER_TIMES,
        () =>
          (at: unknown, { time }: Shown) =>
            time(at),
      ),
      made: madeKind,
      documents: (value, { name }) =>
        ids(value)
          .map((id) => name('documents', id))
          .join(', '),
    },
  },
  places: { values: { kind: (kind) => PLACE_KIND_LABELS[PLACE_KINDS.find((each) => each === kind) ?? 'cfs'] } },
  // The heading of this column is 'Name'.
  locations: { labels: { cityId: 'City' } },
  hints: {
    values: {
      type: (type) => {
        const known = hintType.safeParse(type).data
        return known ? HINT_TYPE_LABELS[known] : ''
      },
      shipmentTradeTerms: (terms) => HINT_TERMS_LABELS[Number(terms)] ?? '',
    },
  },
}

/** The fields of a resource: labelled as the columns of its list, ids as names. */
const fieldsOf = (resource: (typeof RESOURCES)[number]): WordsOf => {
  const { labels, values } = MORE[resource.key] ?? {}
  return labelled({ ...columnsOf(resource), ...labels }, { ...phone, ...namesIn(resource), ...values })
}

/** Words for the fields of each kind of record. The keys are the trail's own names of the records. */
export const FIELD_WORDS: Record<string, WordsOf> = {
  ...Object.fromEntries(RESOURCES.map((resource) => [resource.key, fieldsOf(resource)])),
  orders: orderField,
  confirmations: confirmationField,
  clients: account,
  users: account,
  // The session id of a view means nothing to people.
  impersonations: (key, ...rest) => (key === 'session' ? null : account(key, ...rest)),
  shippers: labelled(SHIPPER_LABELS, phone),
  articles: article,
  article_slots: slots,
  deliveryTimes: deliveryCell,
  mailTemplates: template,
  htmlBlocks: template,
  sailings: sailing,
  runs: run,
  companyProfile: labelled(COMPANY_LABELS, {
    logoId: (id, { name }) => name('images', id),
    clausesBlockId: (id, { name }) => name('htmlBlocks', id),
  }),
  views: labelled(VIEW_LABELS, { filters: filterLines }),
  attention: labelled({ rule: 'Rule', reason: 'Reason' }, { rule: ruleLabel }),
  attentionRules: labelled({ code: 'Rule', ...PARAMETER_LABELS }, { code: ruleLabel }),
}

/** Labels by words for records without an entry of their own. */
export const ANY_FIELD: WordsOf = labelled({})
