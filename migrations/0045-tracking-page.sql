-- Whether the public tracking page names vessel, voyage and containers. Off until an administrator turns it on.
alter table company_profile add tracking_shows_vessel boolean not null default false;
