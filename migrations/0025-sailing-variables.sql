-- What mails can say about the sailing of an order.
insert into template_variables (id, identifier, name, description) values
  (60, 'sailing.vessel', 'Sailing: vessel', 'Vessel of the sailing that the order is on'),
  (61, 'sailing.voyage', 'Sailing: voyage', 'Its voyage'),
  (62, 'sailing.departure', 'Sailing: departure', 'Actual departure, else the estimated one, a day'),
  (63, 'sailing.arrival', 'Sailing: arrival', 'Actual arrival at the port, else the estimated one, a day'),
  (64, 'sailing.container', 'Sailing: container', 'Number of the container; all of an FCL order');
