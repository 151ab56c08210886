-- An item that is no longer waived has been open all the time.
create function report_unwaived() returns trigger language plpgsql as $$
begin
  perform mark_report_days(array(select generate_series(report_day(old.waived_at), report_day(now()), '1 day')::date));
  return null;
end $$;

create trigger attention_reports after update of waived_at on attention for each row
  when (old.waived_at is not null and new.waived_at is null) execute function report_unwaived();
