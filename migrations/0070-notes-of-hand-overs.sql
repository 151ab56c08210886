-- The hand-over that a note tells of: when it is changed or ends early, so does what the note says.
alter table notes add hand_over_id integer references hand_overs on delete set null;
create index notes_hand_over on notes (hand_over_id) where hand_over_id is not null;

-- Those that run: their notes were written in the same transaction.
update notes n set hand_over_id = h.id from hand_overs h
where h.ended_at is null and n.author_id = h.from_user_id and n.created_at = h.created_at
  and n.body like '@% looks after this order until %';
