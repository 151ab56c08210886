-- Addresses of mail are compared with ASCII letters alone folded, on every database alike; lower() depends on its locale.
create unique index users_email_new on users (lower(email collate "C")) where deleted_at is null;
drop index users_email_key;
alter index users_email_new rename to users_email_key;

-- Sessions have an absolute end: 30 days, 90 with Remember me.
update sessions
set expires_at = least(expires_at, created_at + make_interval(days => case when remember then 90 else 30 end));

-- What was typed as login at a failed one may have been a password.
update audit_entries set after = null where action = 'session.login-failed' and after is not null;
