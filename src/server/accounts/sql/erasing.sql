-- Removes the words from a value. What is left are numbers, flags and times, which are ids, amounts and
-- dates.
create function is_time(given jsonb) returns boolean language sql immutable parallel safe as $$
  select given #>> '{}' ~ '^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-][\d:]+))?$'
$$;

create function without_texts(given jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  case jsonb_typeof(given)
    when 'object' then return coalesce((
      select jsonb_object_agg(key, without_texts(value)) from jsonb_each(given) where jsonb_typeof(value) <> 'string' or is_time(value)
    ), '{}');
    when 'array' then return coalesce((
      select jsonb_agg(without_texts(value) order by place) from jsonb_array_elements(given) with ordinality e (value, place)
      where jsonb_typeof(value) <> 'string' or is_time(value)
    ), '[]');
    when 'string' then return case when is_time(given) then given else '""' end;
    else return given;
  end case;
end $$;
