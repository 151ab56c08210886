-- Searches fold accents, apostrophes, composition, width and what nobody sees, all in one way. What is stored of that is made again. The
-- functions stand here too, as they are at this version: the values and indexes below are theirs.
create function fold_rare(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  dropped constant text := '[\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f'
    '\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4'
    '\u06e7\u06e8\u06ea-\u06ed'
    '''`\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c'
    '\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f'
    '\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
begin
  if value ~ dropped then value := regexp_replace(value, ' [\u0300-\u036f]+|' || dropped || '+', '', 'g'); end if;
  -- Each step is taken only if it is needed: `translate` with its list takes ten times as long as the rest.
  if octet_length(value) <> length(value) then
    if value ~ '[‐-―−“”„‟«»⁄]' then
      value := regexp_replace(regexp_replace(replace(value, '⁄', '/'), '[‐-―−]', '-', 'g'), '[“”„‟«»]', '"', 'g');
    end if;
    if value ~ '[æœßþøłđıςðħ]' then
      value := replace(replace(replace(replace(translate(value, 'øłđıςðħ', 'oldiσdh'),
        'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');
    end if;
    if value ~ '[ŧŋĸƀɓƃƈȼɗɖǝəɛɇƒɠǥɨɉȷƙƚɲɔɵƥɍƭʈⱦʉʋƴɏƶȥⱥ]' then
      value := translate(value, 'ŧŋĸƀɓƃƈȼɗɖǝəɛɇƒɠǥɨɉȷƙƚɲɔɵƥɍƭʈⱦʉʋƴɏƶȥⱥ', 'tnkbbbccddeeeefggijjklnooprtttuvyyzza');
    end if;
    if value ~ '[\u0300-\U0010ffff]' then value := normalize(value, nfc); end if;
  end if;
  return btrim(regexp_replace(value,
    ' *[\t-\r\u0085\u1680\u2028\u2029\u2800][\t-\r \u0085\u1680\u2028\u2029\u2800]*|  +', ' ', 'g'));
end $$;

create function fold(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = length(value)
    then btrim(regexp_replace(replace(replace(lower(value collate "C"), '''', ''), '`', ''), ' *[\t-\r][\t-\r ]*|  +', ' ', 'g'))
    else fold_rare(lower(normalize(value, nfkd) collate names) collate "C") end;

create or replace function search_term(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = length(value)
    then left(upper(regexp_replace(value collate "C", '[^A-Za-z0-9]+', '', 'g')), 64)
    else left(regexp_replace(upper(fold(value) collate names), '[^[:alnum:]]+', '', 'g') collate "C", 64) end;

-- Short tables, and a name of each order once.
update named_records set folded_title = fold(title), folded_code = fold(code)
where (folded_title, folded_code) is distinct from (fold(title) collate "C", fold(code) collate "C");
update client_terms t set folded_name = fold(u.username), folded_company = fold(u.company_name),
  email_term = search_term(u.email), phone_term = search_term(u.phone)
from users u where u.id = t.user_id and (t.folded_name, t.folded_company, t.email_term, t.phone_term) is distinct from
  (fold(u.username) collate "C", fold(u.company_name) collate "C", search_term(u.email) collate "C", search_term(u.phone) collate "C");
alter table company_names add column folded text collate "C" not null generated always as (fold(name) collate "C") stored;
drop index company_names_part;
create index company_names_part on company_names using gin (folded gin_trgm_ops) with (fastupdate = off);
-- Clients are found by client_terms.
drop index users_username_text;
drop index users_company_text;

-- The new term of a term in other letters than ASCII; those in ASCII stay as they are.
create temp table renewed_terms on commit drop as
  select term, renewed from (
    select term, case when term like '=%' then '=' else '' end || search_term(term) collate "C" as renewed from (
      select distinct term from order_terms where octet_length(term) <> length(term)
      union select term from order_names where octet_length(term) <> length(term)
    ) x
  ) y where term <> renewed;
insert into order_terms (term, kind, order_id)
select r.renewed, t.kind, t.order_id from renewed_terms r join order_terms t on t.term = r.term where r.renewed not in ('', '=')
on conflict do nothing;
delete from order_terms t using renewed_terms r where t.term = r.term;
insert into order_names select distinct r.renewed from renewed_terms r join order_names n on n.term = r.term where r.renewed <> '='
on conflict do nothing;
delete from order_names n using renewed_terms r where n.term = r.term;

reindex index sailings_reference_term;
reindex index sailings_master_bill_term;
reindex index sailings_voyage_term;
reindex index containers_number_term;
reindex index containers_seal_term;

drop index mails_subject;
create index mails_subject on mails using gin ((fold(subject) collate "C") gin_trgm_ops);
drop index mail_deliveries_address;
create index mail_deliveries_address on mail_deliveries using gin ((fold(address) collate "C") gin_trgm_ops);

-- The planner knows nothing of an expression until its statistics are taken.
analyze company_names;
analyze mails;
analyze mail_deliveries;
