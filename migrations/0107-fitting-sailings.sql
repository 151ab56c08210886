-- Countries of places are those of the codes of ports.
create index ports_country on ports (upper(left(code, 2)));
