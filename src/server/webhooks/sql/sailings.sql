create function webhook_sailing() returns trigger language plpgsql as $$
begin
  if not webhooks_want('sailing.changed') then return null; end if;
  perform announce_to_webhooks('sailing.changed', null, new.id, null,
    jsonb_build_object('id', new.id, 'reference', new.reference, 'status', new.status));
  return null;
end $$;

create trigger sailings_webhooks_insert after insert on sailings for each row execute function webhook_sailing();
create trigger sailings_webhooks_update after update on sailings for each row
  when ((old.vessel_id, old.voyage, old.carrier_id, old.port_of_loading, old.port_of_discharge, old.depot_id, old.cargo_cut_off_at,
    old.documentation_cut_off_at, old.vgm_cut_off_at, old.etd, old.atd, old.port_eta, old.port_ata, old.master_bill, old.status,
    old.carrier_booking, old.destination_place_id)
    is distinct from
    (new.vessel_id, new.voyage, new.carrier_id, new.port_of_loading, new.port_of_discharge, new.depot_id, new.cargo_cut_off_at,
    new.documentation_cut_off_at, new.vgm_cut_off_at, new.etd, new.atd, new.port_eta, new.port_ata, new.master_bill, new.status,
    new.carrier_booking, new.destination_place_id))
  execute function webhook_sailing();
