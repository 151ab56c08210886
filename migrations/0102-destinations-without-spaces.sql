-- Rates are found by their destination without spaces and case: 'US WC-LAX' is USWC-LAX. Codes stay as they are stored;
-- of two that are one, pricing takes the one with the destination's own spelling (src/server/pricing/find-lane.ts).
create index freight_destination on freight (tier, (upper(replace(dest, ' ', '') collate "C")));
