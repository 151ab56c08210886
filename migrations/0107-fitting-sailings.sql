-- Countries of places are those of the codes of ports.
create index ports_country on ports (upper(left(code, 2)));

-- The mail that a change of dates suggests: one template at most.
alter table mail_templates add column suggested_for text check (suggested_for in ('dates'));
create unique index mail_templates_suggested on mail_templates (suggested_for) where suggested_for is not null;
insert into template_variables (id, identifier, name, description)
select max(id) + 1, 'change.list', 'Changed dates', 'Each order with its dates before and now; only in mails about changed dates' from template_variables;

-- The further orders of a mail about several; the first is that of the mail itself.
create table mail_orders (
  mail_id integer not null references mails on delete cascade,
  order_id integer not null references orders on delete cascade,
  -- The arrivals that it tells of this order, like those of the mail.
  tells_port_eta timestamptz(3),
  tells_place_eta timestamptz(3),
  primary key (mail_id, order_id)
);
create index mail_orders_order on mail_orders (order_id);
