-- The origin of an order was one number for three tables. As three columns the database knows what it names, and refuses
-- to delete it. An id without a record is dropped; the order keeps its name in city_name.
alter table orders add column origin_location_id integer, add column origin_depot_id integer,
  add column origin_port_id integer;

update orders set
  origin_port_id = case when transportation_mode = 1
    then (select id from ports where id = shipment_origin_port) end,
  origin_location_id = case when transportation_mode = 0 and shipment_trade_terms = 3
    then (select id from locations where id = shipment_origin_port) end,
  origin_depot_id = case when transportation_mode = 0 and shipment_trade_terms <> 3
    then (select id from depots where id = shipment_origin_port) end
where shipment_origin_port is not null;

alter table orders drop column shipment_origin_port,
  add foreign key (origin_location_id) references locations,
  add foreign key (origin_depot_id) references depots,
  add foreign key (origin_port_id) references ports,
  -- A full container starts at a port, a pick-up at a location, anything else at a depot.
  add constraint orders_origin_kind check (case
    when transportation_mode = 1 then origin_location_id is null and origin_depot_id is null
    when shipment_trade_terms = 3 then origin_depot_id is null and origin_port_id is null
    else origin_location_id is null and origin_port_id is null
  end);
create index orders_origin_location on orders (origin_location_id) where origin_location_id is not null;
create index orders_origin_depot on orders (origin_depot_id) where origin_depot_id is not null;
create index orders_origin_port on orders (origin_port_id) where origin_port_id is not null;
