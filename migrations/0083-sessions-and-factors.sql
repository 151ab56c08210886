-- The session in which somebody began to view the site as a client: where that one is ended by hand, the view ends too. No reference,
-- since logging out leaves the view alone.
alter table sessions add column started_by bigint;
create index sessions_started_by on sessions (started_by) where started_by is not null;

-- Whether the identity provider said that it asked for two factors. Sessions from before did not note it.
alter table sessions add column both_factors boolean not null default false;

-- A login that waits for a code after the identity provider, which vouched for one factor only: where, and what logging out needs.
alter table login_challenges add column issuer text;
alter table login_challenges add column id_token text;
alter table oidc_hand_overs add column both_factors boolean not null default false;
