-- Entries of the trail that repeat what staff wrote about more than one client: an erasure looks for its words in them.
create index audit_entries_repeating on audit_entries (id)
  where entity in ('sailings', 'runs') or action = 'user.hand-over';
create index notes_of_hand_overs on notes (id) where hand_over_id is not null;
