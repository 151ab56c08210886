-- Orders aboard a ship that arrives within three days or has arrived, whose clients got no arrival notice.
create view attention_arrival_notice_due as
  select o.id as order_id, ''::text as subject, null::smallint as severity, s.port_eta as due_at,
    jsonb_build_object('sailingId', s.id) as detail
  from sailings s join loadings l on l.sailing_id = s.id join orders o on o.id = l.order_id
  where s.status in ('departed', 'arrived') and s.port_eta <= now() + interval '3 days'
    and o.status = 0 and o.deleted_at is null and (o.last_milestone is null or o.last_milestone < 'delivered')
    and not arrival_notice_mailed(o.id);
