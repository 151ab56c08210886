-- The product's role, which owns its database and is not a superuser. Change the password.
create role quayside login password 'quayside';
create database quayside owner quayside encoding 'UTF8' template template0;
