-- The role of the product and its database: the owner, who is no superuser. Change the password.
create role quayside login password 'quayside';
create database quayside owner quayside encoding 'UTF8' template template0;
