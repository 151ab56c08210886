-- How far the write-ahead log had come, in bytes, when a session last changed something: a replica that has not replayed
-- as much is not asked by this session. Kept only where there are replicas.
alter table sessions add column written_to bigint;
