-- Which file belongs to a document, as images say it already; and files that no row names are found by it.
create unique index documents_storage_key on documents (storage_key);
