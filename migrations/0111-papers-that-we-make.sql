-- The paper on which documents are printed from now on.
alter table company_profile add column paper_size text not null default 'a4' check (paper_size in ('a4', 'letter'));

-- Papers of ours that are there as soon as the document is made.
alter table document_requirements
  add column makes text check (makes in ('arrival-notice', 'house-bill', 'delivery-order', 'booking-confirmation')),
  add check (makes is null or supplier = 'us');
update document_requirements set makes = case lower(name) when 'arrival notice' then 'arrival-notice' else 'house-bill' end
where supplier = 'us' and lower(name) in ('arrival notice', 'house bill draft');
