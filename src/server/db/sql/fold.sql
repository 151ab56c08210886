-- A text without ASCII as `fold` compares it, decomposed and in lower case already: without accents, vowel
-- points and tatweel, apostrophes and what nobody sees; letters that have no accent to lose as people type
-- them. Marks that are letters stay: those of India, Thailand and kana.
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

-- A text as searches compare it: 'Café  Québec’s ＡＢＣ' as 'cafe quebecs abc'. The one rule of every search;
-- `src/contract/lib/fold.ts` is the same in the browser. Indexes and columns store its values: whoever changes
-- it refreshes them. Null for null without being strict: PostgreSQL puts only such a body into the statement.
create function fold(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = length(value)
    then btrim(regexp_replace(replace(replace(lower(value collate "C"), '''', ''), '`', ''), ' *[\t-\r][\t-\r ]*|  +', ' ', 'g'))
    else fold_rare(lower(normalize(value, nfkd) collate names) collate "C") end;

-- The folded text with what has a meaning in a pattern escaped. Null, which matches nothing, if nothing of the
-- text is left.
create function fold_pattern(value text) returns text language sql immutable parallel safe
  return nullif(regexp_replace(fold(value), '([\\%_])', '\\\1', 'g'), '');

-- A text as `fold` compares it, letters and digits only: 'CSQU 305438-3' and 'csqu.305438/3' are 'csqu3054383'.
create function bare(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = length(value)
    then lower(regexp_replace(value collate "C", '[^A-Za-z0-9]+', '', 'g'))
    else regexp_replace(fold(value) collate names, '[^[:alnum:]]+', '', 'g') collate "C" end;
