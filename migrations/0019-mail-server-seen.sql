-- When an instance with a mail server was last there. Instances without one leave their mails to it.
create table mail_server (
  id integer primary key check (id = 1),
  seen_at timestamptz(3) not null
);
