-- A changed code of a place changes the lanes of all days.
create function report_lanes() returns trigger language plpgsql as $$
begin
  delete from report_days;
  return null;
end $$;

create trigger cartages_reports after update of dest on cartages for each row
  when (old.dest <> new.dest) execute function report_lanes();
create trigger depots_reports after update of code on depots for each row
  when (old.code <> new.code) execute function report_lanes();
create trigger locations_reports after update of depot_id on locations for each row
  when (old.depot_id <> new.depot_id) execute function report_lanes();
create trigger ports_reports after update of code on ports for each row
  when (old.code <> new.code) execute function report_lanes();
