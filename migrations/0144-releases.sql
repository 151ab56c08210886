-- What lets cargo go: freight, bill, customs and the carrier.
create table releases (
  order_id integer primary key references orders on delete cascade,
  freight_paid_at timestamptz(3),
  freight_waived_reason varchar(255) not null default '',
  original_bill text not null default 'waiting' check (original_bill in ('none', 'express', 'telex', 'surrendered', 'waiting')),
  original_at timestamptz(3),
  customs_released_at timestamptz(3),
  carrier_released_at timestamptz(3),
  pickup_number varchar(30) not null default '',
  appointment_at timestamptz(3),
  hold_reason varchar(255) not null default '',
  delivery_order_document_id integer references documents on delete set null,
  released_at timestamptz(3),
  released_by integer references users on delete set null,
  -- Why it was released although something was missing.
  released_reason varchar(255) not null default '',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
create index releases_document on releases (delivery_order_document_id) where delivery_order_document_id is not null;
create index releases_by on releases (released_by) where released_by is not null;
create index releases_waiting on releases (customs_released_at) where released_at is null;
