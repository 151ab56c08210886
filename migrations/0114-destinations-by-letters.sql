-- Rates are found by the letters and digits of their destination: 'USWC LAX' and 'USWC_LAX' are USWC-LAX. Codes stay as they
-- are stored; of two that are one, pricing takes the one with the destination's own spelling. The expression is that of
-- `code_key`, compared by the collation of the column.
drop index freight_destination;
create index freight_destination on freight (tier, (coalesce(nullif(regexp_replace(upper(dest collate "C"),
  '[\t-\r -/:-@\[-`{-~\u2010-\u2015\u2212]', '', 'g'), ''), dest) collate "default"));
