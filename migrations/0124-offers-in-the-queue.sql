insert into attention_rules (code, position, severity) values ('offer-follow-up', 17, 1), ('offer-accepted', 18, 3), ('offer-question', 19, 2);
