-- The numbers that an order is asked for by, in the form in which they are compared: folded, in upper case,
-- letters and digits only. The one place of this rule; searches send what was typed through it too. Indexes
-- and columns store its values, as those of `fold`.
create function search_term(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = length(value)
    then left(upper(regexp_replace(value collate "C", '[^A-Za-z0-9]+', '', 'g')), 64)
    else left(regexp_replace(upper(fold(value) collate names), '[^[:alnum:]]+', '', 'g') collate "C", 64) end;

-- The terms of an order's own fields. A reference field may hold several numbers: each is a term, and so is
-- the whole. The term of a name begins with '=', so that no search for the beginning of a number runs into
-- thousands of orders of one name.
create function own_terms(
  code text, purchase text, invoice text, other text, amazon_ref text, fba text, email text, phone text,
  supplier text, company text
) returns table (term text, kind smallint) language sql immutable parallel safe rows 8 as $$
  select distinct t.term, t.kind from (
    select search_term(x.value) collate "C", x.kind::smallint from (values
      (code, 1), (fba, 3), (amazon_ref, 4), (purchase, 5), (invoice, 6), (other, 7), (email, 11), (phone, 12)
    ) x (value, kind)
    where x.value <> ''
    union all
    select search_term(part) collate "C", x.kind::smallint
    from (values (purchase, 5), (invoice, 6), (other, 7)) x (value, kind),
      unnest(string_to_array(translate(x.value, ';', ','), ',')) part
    where x.value ~ '[,;]'
    union all
    select '=' || nullif(search_term(x.value), '') collate "C", x.kind::smallint from (values (supplier, 14), (company, 15)) x (value, kind)
  ) t (term, kind)
  where t.term <> ''
$$;

-- The orders in these containers.
create function orders_in(containers integer[], owners integer[]) returns integer[] language sql stable as $$
  select array(select unnest(owners) except select null union select order_id from loadings where container_id = any(containers))
$$;
