-- What ends the trouble of a failed row (src/contract/runs/runs.ts).
alter table run_items add remedy text check (remedy in ('send-without-pdf', 'load-again', 'retry'));
