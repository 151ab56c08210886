-- New entries of these indexes waited in a list until autovacuum, and every search read the whole list; with many waiting, the planner read
-- the table instead. Names are searched far more often than a new one comes.
alter index order_names_part set (fastupdate = off);
alter index company_names_part set (fastupdate = off);
alter index client_terms_part set (fastupdate = off);
alter index users_username_text set (fastupdate = off);
alter index users_company_text set (fastupdate = off);
select gin_clean_pending_list(name::regclass) from unnest(
  '{order_names_part,company_names_part,client_terms_part,users_username_text,users_company_text}'::text[]
) name;
