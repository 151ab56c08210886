insert into attention_rules (code, position, severity) values ('carrier-differs', 27, 2), ('feed-failing', 28, 3);
