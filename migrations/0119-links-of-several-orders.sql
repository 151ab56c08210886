-- One secret opens the upload links of several orders of a client, one link for each: they are listed on one page.
alter table upload_links drop constraint upload_links_pkey;
alter table upload_links add primary key (id);
create unique index upload_links_secret on upload_links (token_hash, order_id);
