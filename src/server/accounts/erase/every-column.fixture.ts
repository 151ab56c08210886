import { RESOURCES } from '#contract/api/resources.ts'

/**
 * Tables that may hold words of a person. The SQL selects the rows that belong to the client `user` with the
 * order `orders`; the test writes its mark into every column of text, JSON or texts of them.
 */
export const ROWS_OF_CLIENT: Record<string, string> = {
  users: 'id = $user',
  client_terms: 'user_id = $user',
  shippers: 'user_id = $user',
  sessions: 'user_id = $user',
  passkeys: 'user_id = $user',
  oidc_accounts: 'user_id = $user',
  idempotency_keys: 'user_id = $user',
  recents: 'entity_id = $user',
  orders: 'id = $order',
  order_terms: 'order_id = $order',
  confirmations: 'order_id = $order',
  order_events: 'order_id = $order',
  order_prices: 'order_id = $order',
  order_requirements: 'order_id = $order',
  containers: 'order_id = $order',
  documents: 'order_id = $order or uploaded_by = $user',
  made_documents: 'order_id = $order or container_id = $container',
  notes: 'order_id = $order',
  note_versions: 'note_id in (select id from notes where order_id = $order)',
  attention: 'order_id = $order',
  mails: 'order_id = $order or user_id = $user',
  mail_deliveries: 'mail_id in (select id from mails where order_id = $order or user_id = $user)',
  tracking_links: 'order_id = $order',
  tracking_readers: 'order_id = $order',
  tracking_subscriptions: 'order_id = $order',
  upload_links: 'order_id = $order',
  quotes: 'order_id = $order or client_id = $user',
  run_items: 'order_id = $order',
  import_choices: 'true',
  drafts: 'record_id = $order',
  audit_entries: `entity = 'views' or user_id = $user or entity_id = $user and entity in ('clients', 'users') or entity_id = $order and entity in ('orders', 'confirmations')
    or entity = 'shippers' and entity_id in (select id from shippers where user_id = $user)
    or entity = 'documents' and entity_id in (select id from documents where order_id = $order)`,
  webhook_deliveries: 'order_id = $order',
  views: "name like '%mark%' or name = 'A big one'",
  sailings: 'true',
  hand_overs: 'true',
  company_names: "name ilike '%mark%'",
  order_names: "term ilike '%mark%'",
}

/** Columns of those tables that hold no words of a person, and why. */
const CODE = 'one of a list of codes'
const SECRET = 'random, or the hash of what is random'
const PRODUCT = "words of the forwarder's own records, such as an event or a template"
export const WITHOUT_WORDS: Record<string, string> = {
  'users.role': CODE,
  'client_terms.phone_term': 'digits',
  'users.password_hash': 'a hash, which goes too',
  'users.start_page': CODE,
  'users.order_column_settings': 'flags of columns',
  'sessions.token_hash': SECRET,
  'sessions.signed_in_by': CODE,
  'passkeys.credential_id': SECRET,
  'passkeys.public_key': SECRET,
  'passkeys.user_handle': SECRET,
  'passkeys.transports': CODE,
  'oidc_accounts.issuer': 'the address of the provider',
  'idempotency_keys.request_hash': 'a hash, for a day',
  'recents.entity': CODE,
  'orders.tracking_code': 'generated from the two before it',
  'orders.hash_sum': 'part of the tracking code',
  'orders.custom_code': 'part of the tracking code',
  'orders.last_event_name': PRODUCT,
  'orders.last_event_public_status': PRODUCT,
  'orders.last_milestone': CODE,
  'order_events.milestone': CODE,
  'order_requirements.supplier': CODE,
  'order_requirements.basis': CODE,
  'order_requirements.state': CODE,
  'containers.size_type': CODE,
  'containers.number': 'the number of a box, checked by its digit',
  'documents.sha256': 'the hash of a file that goes',
  'documents.storage_key': SECRET,
  'documents.content_type': CODE,
  'made_documents.kind': CODE,
  'made_documents.data_hash': 'the hash of data that goes',
  'attention.group_key': 'generated: the id of a sailing or a client',
  'attention.rule': CODE,
  'mails.kind': CODE,
  'mail_deliveries.role': CODE,
  'mail_deliveries.state': CODE,
  'mail_deliveries.trace_parent': 'the id of a trace',
  'tracking_links.token_hash': SECRET,
  'upload_links.token_hash': SECRET,
  'quotes.kind': CODE,
  'quotes.origin': PRODUCT,
  'quotes.destination': PRODUCT,
  'quotes.answer': 'the lines of a calculation',
  'run_items.remedy': CODE,
  'run_items.state': CODE,
  'import_choices.kind': CODE,
  'import_choices.headings': 'a hash',
  'drafts.kind': CODE,
  'drafts.tab': 'the id of a tab',
  'drafts.base_version': 'a time',
  'audit_entries.request_id': 'the id of a request',
  'audit_entries.action': CODE,
  'audit_entries.entity': CODE,
  'audit_entries.ip': "the client's own is a mark of its own in the test",
  'webhook_deliveries.event': CODE,
  'webhook_deliveries.state': CODE,
  'views.list': CODE,
  'sailings.reference': PRODUCT,
  'sailings.voyage': PRODUCT,
  'sailings.voyage_key': PRODUCT,
  'sailings.port_of_loading': PRODUCT,
  'sailings.port_of_discharge': PRODUCT,
  'sailings.master_bill': PRODUCT,
  'sailings.status': CODE,
}

const REFERENCE = 'reference data, content and settings that staff keep'
const HOURS = 'gone by itself within hours'
const FIGURES = 'figures without names'
const NOT_CLIENTS = 'only staff have them'
/** Tables without words of clients, or that lose them within 14 days anyway, and why. */
export const TABLES_WITHOUT_WORDS: Record<string, string> = {
  ...Object.fromEntries(
    RESOURCES.filter(({ key, scope }) => scope !== null && key !== 'sailings' && key !== 'containers').map(
      ({ key }) => [key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), REFERENCE],
    ),
  ),
  ...Object.fromEntries(
    `article_slots attention_rules cartage_categories clock company_profile delivery_times depot_origins document_categories images
     mail_addresses named_records origins rate_changes rate_history settings`
      .split(/\s+/)
      .map((table) => [table, REFERENCE]),
  ),
  ...Object.fromEntries(
    `report_arrivals report_days report_queue report_quotes report_quotes_months report_steps report_steps_months report_volume
     report_volume_months totals attention_totals sailing_dates`
      .split(/\s+/)
      .map((table) => [table, FIGURES]),
  ),
  api_keys: NOT_CLIENTS,
  first_run_codes: NOT_CLIENTS,
  recovery_codes: 'hashes of what is random',
  totp_factors: 'random; goes with the account',
  view_prefs: 'names of lists',
  webhooks: 'addresses of programs',
  notifications: 'their kind only; they go with their note',
  changes: 'names of tables, for minutes',
  presence: 'names of tables, for minutes',
  rate_limits: 'hashes of addresses, for a day at most',
  login_challenges: HOURS,
  password_resets: HOURS,
  passkey_challenges: HOURS,
  oidc_hand_overs: HOURS,
  oidc_sessions: HOURS,
  oidc_sign_ins: HOURS,
  subscription_tokens: 'hashes of what is random',
  loose_files: 'random names of files',
  erased_files: 'random names of files',
  erasures: 'ids, until an erasure is over',
  erasure_words: 'the words of a client until its erasure is over',
  import_rows: 'three days after the import at most',
  import_files: 'three days after the check at most',
  imports: 'three days after the import at most',
  runs: 'what staff asked for many orders at once, out of which its words are taken',
  database_objects: 'names of functions, views and triggers',
  migrations: 'names of migrations',
  'graphile_worker.migrations': 'names of migrations',
  'graphile_worker._private_jobs':
    'what was asked for by an address or a code, by which they are removed; those that failed, for a week',
  'graphile_worker._private_job_queues': 'names of queues',
  'graphile_worker._private_known_crontabs': 'names of jobs',
  'graphile_worker._private_tasks': 'names of jobs',
  sync_marks: 'ids',
  sync_source: 'random',
}
