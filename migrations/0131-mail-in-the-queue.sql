insert into attention_rules (code, position, severity) values ('client-mail', 20, 2), ('mailbox-failing', 21, 3);
