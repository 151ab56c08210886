insert into attention_rules (code, position, severity)
values ('free-time-ends', 22, 2), ('charges-running', 23, 3), ('release-missing', 24, 2), ('empty-return-due', 25, 2);
