-- The view of each list that a person opened last: a saved one by its id, a built-in one by its name.
create table last_views (
  user_id integer not null references users on delete cascade,
  list text not null,
  view varchar(20) not null,
  primary key (user_id, list)
);
