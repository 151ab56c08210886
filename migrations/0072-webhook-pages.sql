-- A delivery is written when it is announced and again when it is claimed: the second time on the same page, without its indexes.
alter table webhook_deliveries set (fillfactor = 70);
