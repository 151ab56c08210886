create function report_new_sailing() returns trigger language plpgsql as $$
begin
  perform mark_report_days(array[utc_day(new.port_ata)]);
  return null;
end $$;

create trigger sailings_reports_insert after insert on sailings for each row
  when (new.port_ata is not null) execute function report_new_sailing();

create function report_sailing() returns trigger language plpgsql as $$
begin
  perform mark_report_days(array[utc_day(old.port_ata), utc_day(new.port_ata)]);
  return null;
end $$;

create trigger sailings_reports_update after update on sailings for each row
  when (num_nonnulls(old.port_ata, new.port_ata) > 0
    and (old.port_ata, old.status = 'cancelled', old.carrier_id, old.port_of_loading, old.port_of_discharge)
    is distinct from (new.port_ata, new.status = 'cancelled', new.carrier_id, new.port_of_loading, new.port_of_discharge))
  execute function report_sailing();

create function report_part_of_sailing() returns trigger language plpgsql as $$
begin
  perform mark_report_days(array(select utc_day(port_ata) from sailings where port_ata is not null
    and id in (case when tg_op <> 'INSERT' then old.sailing_id end, case when tg_op <> 'DELETE' then new.sailing_id end)));
  return null;
end $$;

create trigger sailing_dates_reports after insert on sailing_dates for each row
  when (new.field = 'portEta') execute function report_part_of_sailing();
create trigger loadings_reports_insert after insert on loadings for each row execute function report_part_of_sailing();
create trigger loadings_reports_update after update on loadings for each row
  when (old.sailing_id <> new.sailing_id) execute function report_part_of_sailing();
create trigger loadings_reports_delete after delete on loadings for each row execute function report_part_of_sailing();
