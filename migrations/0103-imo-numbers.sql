-- 'IMO 9785744' and '978 5744' are one ship: numbers keep their seven digits only, as every save writes them.
-- A ship that was entered twice keeps its second spelling, for people to merge.
with plain as (
  select id, bare, imo_number, row_number() over (partition by bare order by (imo_number = bare) desc, id) as turn
  from (
    select id, imo_number,
      (regexp_match(normalize(imo_number, NFKC), '^\s*(?:imo)?[\s.:#/-]*(?:no\.?)?[\s.:#/-]*(\d(?:[\s-]*\d){6})\s*$', 'i'))[1] as digits
    from vessels
  ) v cross join lateral (select regexp_replace(v.digits, '\D', '', 'g') as bare) b
  where v.digits is not null
)
update vessels v set imo_number = p.bare from plain p
where v.id = p.id and p.turn = 1 and p.imo_number <> p.bare;
