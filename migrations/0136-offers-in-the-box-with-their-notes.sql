-- The box finds an offer by the beginning of its reference, in whatever form it is typed, as it finds sailings.
create index offers_reference_term on offers ((search_term(reference) collate "C"));

-- What somebody opened last may be an offer.
alter table recents drop constraint recents_entity_check;
alter table recents add constraint recents_entity_check
  check (entity in ('orders', 'clients', 'sailings', 'offers', 'articles', 'templates', 'blocks'));

-- How a client accepted, as staff noted it. It goes to the order; until there is one, it stands here alone.
alter table offers add column answered_note varchar(1000) not null default '';
