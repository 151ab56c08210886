-- The running clock of a container that ends first, which the list of arrivals reads for all of them.
create index free_times_first on free_times (container_id, last_free_day, clock) include (id) where ended_on is null and container_id is not null;
