create function report_quote() returns trigger language plpgsql as $$
begin
  perform mark_report_days(array[report_day(new.asked_at)]);
  return null;
end $$;

create trigger quotes_reports_insert after insert on quotes for each row
  when (new.asked_at < now() - interval '1 minute') execute function report_quote();
create trigger quotes_reports_update after update on quotes for each row
  when ((old.price, old.booked_at, old.booked_price) is distinct from (new.price, new.booked_at, new.booked_price))
  execute function report_quote();
