-- How the file of an import is read: as somebody chose, now or at an earlier import, else as the file shows.
alter table imports
  -- The columns have what they show in `shown`, in place of this.
  alter column day_first set default '{}',
  -- Fields by heading, as chosen: `fields` has those of all columns.
  add column mapping jsonb not null default '{}',
  -- Options, as chosen.
  add column options jsonb not null default '{}',
  -- Names of the options, and 'mapping', that were chosen at an earlier import.
  add column as_last_time text[] not null default '{}',
  -- {"sheet", "sheets", "encoding", "separator", "headingRow"}: where the table was found.
  add column found jsonb not null default '{}',
  -- What the cells of each column show of the form of its dates and of its decimal sign.
  add column shown jsonb not null default '[]';

-- Columns (from 0) whose cell in this row is a number in the workbook: its text has a dot, whatever sign the column has.
alter table import_rows add column numbers smallint[];

-- The file itself, until it is imported: another sheet, encoding, separator or row of headings reads it again.
create table import_files (
  import_id integer not null references imports on delete cascade,
  part integer not null check (part > 0),
  data bytea not null,
  primary key (import_id, part)
);

-- What people chose for files with the same headings, which the next check of such a file begins with.
create table import_choices (
  kind text not null check (kind in ('clients', 'orders', 'freight', 'locations', 'delivery')),
  -- The hash of the set of headings.
  headings text not null,
  mapping jsonb not null default '{}',
  options jsonb not null default '{}',
  used_at timestamptz(3) not null default now(),
  primary key (kind, headings)
);
create index import_choices_used on import_choices (used_at);
