-- Whether a sign-in at the provider asked it to make sure again who it is, and when it last did, if that is known.
alter table oidc_sign_ins add column again boolean not null default false;
alter table oidc_hand_overs add column confirmed_at timestamptz;
