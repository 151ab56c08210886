-- Who at the identity provider is which account.
create table oidc_accounts (
  issuer text not null,
  subject varchar(255) not null,
  user_id integer not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  -- Null until somebody signed in with it.
  last_used_at timestamptz(3),
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- Sign-ins under way at the provider. The browser has the secret in a cookie; here is its SHA-256.
create table oidc_sign_ins (
  browser_hash bytea primary key check (length(browser_hash) = 32),
  -- The page that was asked for: a path.
  next text,
  expires_at timestamptz(3) not null
);
create index oidc_sign_ins_expires on oidc_sign_ins (expires_at);

-- Those that the provider confirmed, until the page of the browser fetches its token.
create table oidc_hand_overs (
  browser_hash bytea primary key check (length(browser_hash) = 32),
  user_id integer not null references users on delete cascade,
  issuer text not null,
  id_token text,
  expires_at timestamptz(3) not null
);
create index oidc_hand_overs_user on oidc_hand_overs (user_id);
create index oidc_hand_overs_expires on oidc_hand_overs (expires_at);

-- What ends the provider's session with ours. An ID token gives access to nothing; it tells the provider whom to sign out.
create table oidc_sessions (
  session_id bigint primary key references sessions on delete cascade,
  id_token text
);

-- The one row keeps sign-in by password on, whatever the setting says.
create table password_login_kept (
  id integer primary key check (id = 1),
  since timestamptz(3) not null default now()
);
