-- Signing in with a second factor: codes of an app (RFC 6238), recovery codes, and logins that wait for one.

create table totp_factors (
  user_id integer primary key references users on delete cascade,
  -- In base 32, or sealed with SECRETS_KEY: see src/server/http/security/seal.ts.
  secret text not null check (secret <> ''),
  -- Null until a first code was right: until then it protects nothing.
  confirmed_at timestamptz(3),
  -- The step of 30 seconds whose code was accepted last: its code and earlier ones do not work again.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default now()
);

create table recovery_codes (
  user_id integer not null references users on delete cascade,
  -- SHA-256 of the code.
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- A login whose password was right, and that waits for a code. It is deleted when it is used.
create table login_challenges (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id integer not null references users on delete cascade,
  remember boolean not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index login_challenges_user on login_challenges (user_id);
create index login_challenges_expires on login_challenges (expires_at);
