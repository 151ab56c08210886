-- Numbers by column (from 0) of cells that a workbook shows as a code: {"4": "77"} for the text PO77.
alter table import_rows add column figures jsonb;
