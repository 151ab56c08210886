-- Imports that change records which exist, beside those that they make.
alter table imports
  -- Rows that change a record, and rows whose record is already as they say.
  add column updates integer not null default 0 check (updates >= 0),
  add column unchanged integer not null default 0 check (unchanged >= 0),
  -- Values that change, over all rows.
  add column changes integer not null default 0 check (changes >= 0),
  -- Texts that are on no list, for somebody to say what they mean: [{"field", "column", "text", "rows"}]
  add column unknown_texts jsonb not null default '[]';

-- What the row changes of a record that exists: [{"column", "from", "to"}]. Null for any other row.
alter table import_rows add column changes jsonb;
create index import_rows_changes on import_rows (import_id, position) where changes is not null;
