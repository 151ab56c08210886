-- Offers without an answer on the day on which somebody wanted to ask again.
create view attention_offer_follow_up as
  select null::integer as order_id, o.id::text as subject, null::smallint as severity, o.follow_up_at as due_at,
    jsonb_build_object('offerId', o.id, 'reference', o.reference) as detail
  from offers o where o.state = 'sent' and o.follow_up_at <= now() and o.valid_until > now();

-- Accepted offers of nobody's client: they become a client and an order.
create view attention_offer_accepted as
  select null::integer as order_id, o.id::text as subject, null::smallint as severity, o.answered_at as due_at,
    jsonb_build_object('offerId', o.id, 'reference', o.reference) as detail
  from offers o where o.state = 'accepted' and o.order_id is null;

-- What was asked on the page of an offer, until staff have dealt with it; a new price until there is an answer. Words of
-- the client stay with the offer.
create view attention_offer_question as
  select null::integer as order_id, q.id::text as subject, null::smallint as severity, q.asked_at as due_at,
    jsonb_build_object('offerId', o.id, 'reference', o.reference, 'kind', q.kind) as detail
  from offer_questions q join offers o on o.id = q.offer_id
  where q.closed_at is null and o.state not in ('withdrawn', 'replaced') and (q.kind = 'question' or o.state = 'sent');

create function offer_attention() returns trigger language plpgsql as $$
begin
  -- Only these can have an item, before or now: the look costs as much as the rest of sending an offer.
  if old.state = 'sent' and old.follow_up_at <= clock_timestamp() or new.state = 'sent' and new.follow_up_at <= clock_timestamp()
    or old.state = 'accepted' or new.state = 'accepted' then
    perform refresh_attention_of_no_order(array['offer-accepted', 'offer-follow-up'], array[coalesce(new.id, old.id)::text]);
  end if;
  if old.state is distinct from new.state then
    perform refresh_attention_of_no_order(array['offer-question'], array_agg(id::text))
    from offer_questions where offer_id = coalesce(new.id, old.id) having count(*) > 0;
  end if;
  return null;
end $$;

create trigger offers_attention_update after update on offers for each row
  when ((old.state, old.order_id, old.follow_up_at) is distinct from (new.state, new.order_id, new.follow_up_at))
  execute function offer_attention();
create trigger offers_attention_delete after delete on offers for each row execute function offer_attention();

create function offer_question_attention() returns trigger language plpgsql as $$
begin
  perform refresh_attention_of_no_order(array['offer-question'], array[coalesce(new.id, old.id)::text]);
  return null;
end $$;

create trigger offer_questions_attention_insert after insert on offer_questions for each row
  execute function offer_question_attention();
create trigger offer_questions_attention_update after update of closed_at on offer_questions for each row
  when (old.closed_at is distinct from new.closed_at) execute function offer_question_attention();
create trigger offer_questions_attention_delete after delete on offer_questions for each row
  when (old.closed_at is null) execute function offer_question_attention();
